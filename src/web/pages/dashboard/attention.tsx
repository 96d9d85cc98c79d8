import { IconSettings } from '@tabler/icons-react';
import type { DashboardSummary } from '../../../features/dashboard/index.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { getStateStyle, getToneStyle } from '../../state-style.ts';
import { AlertAssignment } from './alert-assignment.tsx';
import { groupAttention } from './group-attention.ts';
import { TrendLine } from './trend-line.tsx';
import { ViewProblem } from './view-problem.tsx';

type Item = DashboardSummary['attention'][number];
const COUNT = new Intl.NumberFormat('en');

/** Shows the attention items with a count above 0 in groups, the most urgent group and items first. */
export function AttentionCards({ items }: { items: readonly Item[] }) {
  const { hints, groups } = groupAttention(items);
  return (
    <>
      {groups.length === 0 && <NothingOpen />}
      {groups.map(({ title, items: shown }) => (
        <section key={title} aria-label={title}>
          <h2 className="mw-attention-title">{title}</h2>
          <ul className="mw-attention">
            {shown.map((item) => (
              <AttentionCard key={item.key} item={item} />
            ))}
          </ul>
        </section>
      ))}
      {hints.length > 0 && (
        <section className="mw-card mw-hints" aria-label="Setup">
          {hints.map(({ key, href, title }) => (
            <AppLink key={key} to={href}>
              <IconSettings size={18} stroke={1.6} aria-hidden />
              {title}
            </AppLink>
          ))}
        </section>
      )}
    </>
  );
}

function NothingOpen() {
  const good = getToneStyle('good');
  return (
    <section className="mw-card mw-card-pad mw-state" aria-label="Needs attention">
      <good.icon size={20} color={good.color} aria-hidden />
      Nothing needs attention.
    </section>
  );
}

function AttentionCard({ item }: { item: Item }) {
  const { severity, topic, href, count, title, view, trend } = item;
  const word = topic === 'running' ? 'busy' : severity;
  const meaning = topic === 'running' ? getToneStyle('busy') : getStateStyle(severity);
  return (
    <li className="mw-card">
      <AppLink to={href}>
        <meaning.icon size={24} stroke={1.6} color={meaning.color} role="img" aria-label={word} />
        <span>
          <strong>{view?.problem ? '–' : COUNT.format(count)}</strong>
          {title}
        </span>
        <TrendLine trend={trend} />
      </AppLink>
      {view?.problem && <ViewProblem view={view} title={title} />}
      {(item.assignment || item.canassign || item.hasplaces) && <AlertAssignment item={item} />}
    </li>
  );
}
