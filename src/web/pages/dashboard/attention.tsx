import type { DashboardSummary } from '../../../features/dashboard/index.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { getStateStyle, getToneStyle } from '../../state-style.ts';

const ORDER = { critical: 0, warning: 1, info: 2 };
const COUNT = new Intl.NumberFormat();

/** Lists the attention items with a count above 0, the most severe first. */
export function AttentionCard({ items }: { items: DashboardSummary['attention'] }) {
  const open = items.filter((item) => item.count > 0).sort((a, b) => ORDER[a.severity] - ORDER[b.severity]);
  if (open.length === 0) {
    const good = getToneStyle('good');
    return (
      <section className="mw-card mw-card-pad mw-state" aria-label="Needs attention">
        <good.icon size={20} color={good.color} aria-hidden />
        Nothing needs attention.
      </section>
    );
  }
  return (
    <section aria-label="Needs attention">
      <ul className="mw-attention">
        {open.map((item) => {
          const meaning = getStateStyle(item.severity);
          return (
            <li key={item.key} className="mw-card">
              <AppLink to={item.href}>
                <meaning.icon
                  size={24}
                  stroke={1.6}
                  color={meaning.color}
                  role="img"
                  aria-label={item.severity}
                />
                <span>
                  <strong>{COUNT.format(item.count)}</strong>
                  {item.title}
                </span>
              </AppLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
