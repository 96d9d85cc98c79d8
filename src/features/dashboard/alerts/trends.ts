import { addDays } from '../../../kit/clock.ts';
import type { AttentionCount } from '../../../kit/contributions.ts';
import type { Host } from '../../../kit/host.ts';
import { readCountOf } from './read-count.ts';
import { countsSince, deleteCountsBefore, saveCount } from './trend-queries.ts';

const KEPT_DAYS = 90;
const SHOWN_DAYS = 30;

/** The count of an alert on a day. */
export interface TrendPoint {
  day: string;
  count: number;
}

/** Saves the count of each rule as that of today, and deletes those older than 90 days. */
export function recordCounts(host: Host): void {
  const rules = host.contributions.attention(host).filter(hasTrend);
  const counts = rules.map((rule) => ({ alertkey: rule.key, count: readCountOf(host, rule) }));
  host.db.writeUnaudited((tx) => {
    for (const one of counts) saveCount.run(tx, { ...one, day: tx.today });
    deleteCountsBefore.run(tx, { day: addDays(tx.today, -KEPT_DAYS) });
  });
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
