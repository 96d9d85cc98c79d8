import type { DashboardSummary } from '../../../features/dashboard/index.ts';
import { describeTrend, toTrendPoints } from './describe-trend.ts';

interface TrendLineProps {
  trend: DashboardSummary['attention'][number]['trend'];
}

const WIDTH = 64;
const HEIGHT = 20;

/** Shows the counts of an alert over the last days as a line. Nothing with fewer than two days. */
export function TrendLine({ trend }: TrendLineProps) {
  if (trend.length < 2) return null;
  const text = describeTrend(trend);
  return (
    <svg className="mw-trend" width={WIDTH} height={HEIGHT} role="img" aria-label={text}>
      <title>{text}</title>
      <polyline
        points={toTrendPoints(trend, WIDTH, HEIGHT)}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
      />
    </svg>
  );
}
