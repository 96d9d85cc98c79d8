import { Skeleton } from '@mantine/core';

const WIDTHS = ['72%', '54%', '66%', '48%', '60%', '40%'];

/** Shows gray placeholders with the height of real rows. */
export function SkeletonRows({ rows = 8, height = 36 }: { rows?: number; height?: number }) {
  return (
    <div aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <div key={row} className="mw-skeleton-row" style={{ height }}>
          <Skeleton height={12} width={WIDTHS[row % WIDTHS.length]} />
        </div>
      ))}
    </div>
  );
}

/** Shows a page that is loading as a heading and two blocks. */
export function PageSkeleton() {
  return (
    <div className="mw-page" aria-busy="true">
      <span className="mw-visually-hidden" role="status">
        Loading
      </span>
      <Skeleton height={24} width={220} mb={24} />
      <SkeletonRows rows={6} />
    </div>
  );
}
