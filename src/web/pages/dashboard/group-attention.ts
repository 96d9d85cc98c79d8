import type { DashboardSummary } from '../../../features/dashboard/index.ts';

type Item = DashboardSummary['attention'][number];

export interface AttentionGroup {
  title: string;
  items: Item[];
}

const SEVERITIES = { critical: 0, warning: 1, info: 2 };

const isUrgent = ({ topic, severity }: Item) =>
  topic === 'failed' || topic === 'overdue' || severity === 'critical';

/** The groups in their order; an item belongs to the first that matches. */
const GROUPS: [title: string, matches: (item: Item) => boolean][] = [
  ['Mine', ({ assignment }) => assignment?.ismine === true],
  ['In progress', ({ topic }) => topic === 'running'],
  ['Failed and overdue', isUrgent],
  ['To do', ({ severity }) => severity === 'warning'],
  ['Low priority', () => true],
];
/** The order of the groups on the page. */
const ORDER = ['Mine', 'Failed and overdue', 'In progress', 'To do', 'Low priority'];

/** Groups the attention items by urgency, the most severe first, after the user's own. Hints about the setup are separate. */
export function groupAttention(items: readonly Item[]): { hints: Item[]; groups: AttentionGroup[] } {
  const open = items.filter(({ count, topic, view }) => (count > 0 || view !== null) && topic !== 'setup');
  const titleOf = (item: Item) => GROUPS.find(([, matches]) => matches(item))![0];
  const grouped = Map.groupBy(open, titleOf);
  return {
    hints: items.filter(({ count, topic }) => count > 0 && topic === 'setup'),
    groups: ORDER.flatMap((title) => {
      const found = grouped.get(title);
      return found ? [{ title, items: sortBySeverity(found) }] : [];
    }),
  };
}

const sortBySeverity = (items: readonly Item[]): Item[] =>
  [...items].sort((a, b) => SEVERITIES[a.severity] - SEVERITIES[b.severity]);
