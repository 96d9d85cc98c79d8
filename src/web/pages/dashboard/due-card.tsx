import { useQuery } from '@tanstack/react-query';
import type { DueCounts, DueListItem } from '../../../features/dashboard/due/due-schemas.ts';
import { get } from '../../api/client.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { DueState } from '../due/due-state.tsx';

const MAX_ITEMS = 6;
const COUNT = new Intl.NumberFormat('en');
/** The periods of the heading: the count, its label and its filter on the page. */
const PERIODS = [
  ['overdue', 'overdue', 'overdue'],
  ['week', 'in 7 days', 'week'],
  ['month', 'in 30 days', 'month'],
] as const;

/** Shows the most urgent due items, with the number of all. Nothing when no item is due within 30 days. */
export function DueCard() {
  const { data: counts } = useQuery({
    queryKey: ['due-counts'],
    queryFn: () => get<DueCounts>('/dashboard/due/counts'),
    refetchInterval: 60_000,
  });
  const { data: items = [] } = useQuery({
    queryKey: ['due', 'dashboard'],
    queryFn: () => get<DueListItem[]>('/dashboard/due', { days: '30', per_page: MAX_ITEMS }),
    refetchInterval: 60_000,
  });
  if (!counts || counts.overdue + counts.month === 0) return null;
  return (
    <section className="mw-card" aria-label="Due dates">
      <header>
        <h2>Due dates</h2>
        <span className="mw-due-counts">
          {PERIODS.map(([count, label, period]) => (
            <AppLink key={period} to={`/due?period=${period}`}>
              {COUNT.format(counts[count])} {label}
            </AppLink>
          ))}
        </span>
      </header>
      <ul className="mw-due">
        {items.map(({ kind, itemid, href, title, kindtitle, location, daysleft }) => (
          <li key={`${kind}/${itemid}`}>
            <AppLink to={href}>
              <span className="mw-due-title">{title}</span>
              <span className="mw-muted">{[kindtitle, location].filter(Boolean).join(' · ')}</span>
              <DueState daysleft={daysleft} />
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
