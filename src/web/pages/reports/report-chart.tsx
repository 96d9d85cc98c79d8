import './report-styles.ts';
import type { ReportAnswer, ReportSummary } from '../../../features/reports/index.ts';

/**
 * Maximum number of bars. Further values are combined into one entry; of months, the earliest are left out.
 */
const MAX_BARS = 20;
const COUNT = new Intl.NumberFormat('en');
const MONTH = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });

interface Bar {
  label: string;
  count: number;
  /** Set for the sum of many small values. It has no bar, because it would make the others too small. */
  isRest?: true;
}

interface ChartProps {
  chart: NonNullable<ReportSummary['chart']>;
  answer: ReportAnswer;
}

/**
 * Shows a report as bars, one for each value or month. It is only visual, because the table below contains
 * the same data.
 */
export function ReportBars({ chart, answer }: ChartProps) {
  const key = chart.by ?? chart.over ?? '';
  const bars = barsOf(chart, answer);
  // Shows no chart without the column, which this user may not see, or with a single bar.
  if (bars.length < 2 || !answer.columns.some((column) => column.key === key)) return null;
  const largest = Math.max(1, ...bars.map((bar) => (bar.isRest ? 0 : bar.count)));
  const titleOf = (name: string | undefined) => answer.columns.find((one) => one.key === name)?.title;
  const what = titleOf(chart.count) ?? 'Records';
  return (
    <figure className="mw-card mw-report-chart">
      <figcaption>
        {what} by {chart.over ? 'month' : titleOf(key)?.toLowerCase()}
        {answer.truncated && `, of the first ${COUNT.format(answer.rows.length)} rows`}
      </figcaption>
      <ul>
        {bars.map(({ label, count, isRest }) => (
          <li key={label}>
            <span title={label}>{label}</span>
            <svg width="100%" height="12" aria-hidden="true" focusable="false">
              <title>{label}</title>
              {!isRest && <rect width={`${(count / largest) * 100}%`} height="12" rx="3" />}
            </svg>
            <strong>{COUNT.format(count)}</strong>
          </li>
        ))}
      </ul>
    </figure>
  );
}

function barsOf({ by, over, count }: ChartProps['chart'], { rows }: ReportAnswer): Bar[] {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const value = over ? String(row[over] ?? '').slice(0, 7) : String(row[by ?? ''] ?? '');
    const more = count ? Number(row[count] ?? 0) : 1;
    sums.set(value, (sums.get(value) ?? 0) + more);
  }
  const bars = [...sums].map(([label, sum]) => ({ label, count: sum }));
  if (over)
    return bars
      .sort((a, b) => a.label.localeCompare(b.label))
      .slice(-MAX_BARS)
      .map(({ label, count: sum }) => ({ label: monthText(label), count: sum }));
  bars.sort((a, b) => b.count - a.count || a.label.localeCompare(b.label));
  const rest = bars.slice(MAX_BARS).reduce((sum, bar) => sum + bar.count, 0);
  const named = bars.slice(0, MAX_BARS).map((bar) => ({ ...bar, label: bar.label || 'No value' }));
  return rest > 0 ? [...named, { label: 'Others', count: rest, isRest: true }] : named;
}

const monthText = (month: string): string =>
  /^\d{4}-\d\d$/.test(month) ? MONTH.format(new Date(`${month}-01T00:00:00Z`)) : 'No date';
