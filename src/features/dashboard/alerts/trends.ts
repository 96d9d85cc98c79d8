import { addDays } from '../../../kit/clock.ts';
import type { AttentionCount } from '../../../kit/contributions.ts';
import type { Host } from '../../../kit/host.ts';
import { TimeSlice } from '../../../kit/time-slice.ts';
import { listAlertsOfOwners, type ViewAlert } from '../../viewalerts/index.ts';
import { readCountOf } from './read-count.ts';
import { countsSince, deleteCountsBefore, saveCount } from './trend-queries.ts';

const KEPT_DAYS = 90;
const SHOWN_DAYS = 30;

/** The count of an alert on a day. */
export interface TrendPoint {
  day: string;
  count: number;
}

/**
 * Saves the counts of all rules and of the alerts that users made as those of today, and deletes those older
 * than 90 days. Counts in time slices.
 */
export async function recordCounts(host: Host): Promise<void> {
  const turn = new TimeSlice(undefined);
  const counts: { alertkey: string; count: number }[] = [];
  for (const { alertkey, read } of listCounters(host)) {
    const count = read();
    if (count !== null) counts.push({ alertkey, count });
    if (turn.isOver) await turn.nextOf(host.db.serialQueue);
  }
  host.db.writeUnaudited((tx) => {
    for (const one of counts) saveCount.run(tx, { ...one, day: tx.today });
    deleteCountsBefore.run(tx, { day: addDays(tx.today, -KEPT_DAYS) });
  });
}

/** How an alert is counted; `read` returns null for a view that cannot be counted. */
interface Counter {
  alertkey: string;
  read(): number | null;
}

function listCounters(host: Host): Counter[] {
  const rules = host.contributions.attention(host).filter(hasTrend);
  return [
    ...rules.map((rule) => ({ alertkey: rule.key, read: () => readCountOf(host, rule) })),
    ...listAlertsOfOwners(host).map(({ key, check }) => ({ alertkey: key, read: () => readView(check) })),
  ];
}

function readView(check: ViewAlert['check']): number | null {
  const { count, problem } = check();
  return problem === null ? count : null;
}

/** Reports whether the rule counts a state over days, which hints and work in progress do not. */
const hasTrend = (rule: AttentionCount): boolean =>
  rule.isOn() && rule.topic !== 'setup' && rule.topic !== 'running';

/** Returns the counts of the last 30 days by alert, the oldest first. */
export const readTrends = (host: Host): ReadonlyMap<string, TrendPoint[]> =>
  host.db.remember('alert trends', (reader) => {
    const rows = countsSince.all(reader, { day: addDays(reader.today, -SHOWN_DAYS) });
    const trends = new Map<string, TrendPoint[]>();
    for (const { alertkey, day, count } of rows)
      trends.set(alertkey, [...(trends.get(alertkey) ?? []), { day, count }]);
    return trends;
  });
