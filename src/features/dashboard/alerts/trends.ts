import { addDays } from '../../../kit/clock.ts';
import type { AttentionCount } from '../../../kit/contributions.ts';
import type { Reader } from '../../../kit/data/reader.ts';
import type { Host } from '../../../kit/host.ts';
import { TimeSlice } from '../../../kit/time-slice.ts';
import { listAlertsOfOwners, type ViewAlert } from '../../viewalerts/index.ts';
import { countByPlace } from './count-by-place.ts';
import { MAX_PLACES, readPlaces } from './places.ts';
import { readCountOf } from './read-count.ts';
import {
  countsSince,
  deleteCountsBefore,
  deletePlaceCounts,
  deletePlaceCountsBefore,
  placeCountsSince,
  placedAlertsSince,
  saveCount,
  savePlaceCount,
} from './trend-queries.ts';

const KEPT_DAYS = 90;
const SHOWN_DAYS = 30;

/** The count of an alert on a day. */
export interface TrendPoint {
  day: string;
  count: number;
}

/**
 * Saves the counts of all rules and of the alerts that users made as those of today, in total and at each
 * of the 100 places with the most, and deletes those older than 90 days. Counts in time slices.
 */
export async function recordCounts(host: Host): Promise<void> {
  const turn = new TimeSlice(undefined);
  const places = host.db.read(readPlaces);
  const counts: { alertkey: string; count: number; placed: [locationid: number, count: number][] }[] = [];
  for (const { alertkey, href, read } of listCounters(host)) {
    const count = read();
    if (turn.isOver) await turn.nextOf(host.db.serialQueue);
    if (count === null) continue;
    const placed = host.db.read((reader) => [...countByPlace(host, reader, { href, places })]);
    counts.push({ alertkey, count, placed: placed.slice(0, MAX_PLACES) });
    if (turn.isOver) await turn.nextOf(host.db.serialQueue);
  }
  host.db.writeUnaudited((tx) => {
    for (const { alertkey, count, placed } of counts) {
      saveCount.run(tx, { alertkey, count, day: tx.today });
      // Places of an earlier run on this day may have no rows now.
      deletePlaceCounts.run(tx, { alertkey, day: tx.today });
      for (const [locationid, at] of placed)
        savePlaceCount.run(tx, { alertkey, locationid, count: at, day: tx.today });
    }
    const day = addDays(tx.today, -KEPT_DAYS);
    deleteCountsBefore.run(tx, { day });
    deletePlaceCountsBefore.run(tx, { day });
  });
}

/** How an alert is counted; `read` returns null for a view that cannot be counted. */
interface Counter {
  alertkey: string;
  href: string;
  read(): number | null;
}

function listCounters(host: Host): Counter[] {
  const rules = host.contributions.attention(host).filter(hasTrend);
  const today = host.db.read((reader) => reader.today);
  const views = listAlertsOfOwners(host);
  return [
    ...rules.map((rule) => ({
      alertkey: rule.key,
      href: rule.href(today),
      read: () => readCountOf(host, rule),
    })),
    ...views.map(({ key, href, check }) => ({ alertkey: key, href, read: () => readView(check) })),
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

/** Returns the keys of the alerts that were counted at places in the last 30 days. */
export const readPlacedAlerts = (host: Host): ReadonlySet<string> =>
  host.db.remember('placed alerts', (reader) => {
    const rows = placedAlertsSince.all(reader, { day: addDays(reader.today, -SHOWN_DAYS) });
    return new Set(rows.map(({ alertkey }) => alertkey));
  });

/** Returns the counts of an alert at each place in the last 30 days, the oldest first, by location ID. */
export function readPlaceTrends(reader: Reader, alertkey: string): ReadonlyMap<number, TrendPoint[]> {
  const rows = placeCountsSince.all(reader, { alertkey, day: addDays(reader.today, -SHOWN_DAYS) });
  const trends = new Map<number, TrendPoint[]>();
  for (const { locationid, day, count } of rows)
    trends.set(locationid, [...(trends.get(locationid) ?? []), { day, count }]);
  return trends;
}
