import type { DashboardSummary } from '../../../features/dashboard/index.ts';

type Trend = DashboardSummary['attention'][number]['trend'];

const DAY_MS = 86_400_000;
const MARGIN = 2;
const COUNT = new Intl.NumberFormat('en');

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** Describes the counts of some days, such as `In 30 days from 3 to 5, at most 8`. */
export function describeTrend(trend: Trend): string {
  const [first, last] = [trend[0]!, trend.at(-1)!];
  const most = Math.max(...trend.map(({ count }) => count));
  const days = daysBetween(first.day, last.day);
  return `In ${days} ${days === 1 ? 'day' : 'days'} from ${COUNT.format(first.count)} to ${COUNT.format(last.count)}, at most ${COUNT.format(most)}`;
}

/** Returns the points of the line: days from left to right, 0 at the bottom. */
export function toTrendPoints(trend: Trend, width: number, height: number): string {
  const first = trend[0]!.day;
  const days = Math.max(1, daysBetween(first, trend.at(-1)!.day));
  const most = Math.max(1, ...trend.map(({ count }) => count));
  const scale = (share: number, size: number) => MARGIN + share * (size - 2 * MARGIN);
  return trend
    .map(({ day, count }) => {
      const x = scale(daysBetween(first, day) / days, width);
      return `${x.toFixed(1)},${scale(1 - count / most, height).toFixed(1)}`;
    })
    .join(' ');
}
