import { type RefObject, useLayoutEffect, useState } from 'react';
import type { ListColumn } from './list-column.ts';

/** The part of the visible width that pinned columns may cover, so that the others can be read. */
const MAX_PINNED_SHARE = 0.7;

/**
 * Returns the distance of each pinned column from the left edge of the list, by name. Columns that would cover
 * most of the list are not pinned.
 */
export function usePinnedLefts(
  head: RefObject<HTMLTableRowElement | null>,
  columns: readonly ListColumn[],
): Readonly<Record<string, number>> {
  const [lefts, setLefts] = useState<Record<string, number>>({});
  const pinned = columns.flatMap(({ name, pinned }) => (pinned ? [name] : [])).join('\n');
  useLayoutEffect(() => {
    const row = head.current;
    const frame = row?.closest('.mw-table-wrap');
    if (!row || !frame || pinned === '') return setLefts({});
    const measure = () =>
      setLefts((before) => keepSame(before, measureLefts(row, frame.clientWidth, pinned)));
    const observer = new ResizeObserver(measure);
    for (const element of [frame, ...row.cells]) observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [head, pinned]);
  return lefts;
}

function measureLefts(row: HTMLTableRowElement, width: number, pinned: string): Record<string, number> {
  const names = new Set(pinned.split('\n'));
  const lefts: Record<string, number> = {};
  let left = 0;
  for (const cell of row.cells) {
    const { column } = cell.dataset;
    const right = left + cell.offsetWidth;
    if (column !== undefined && (!names.has(column) || right > width * MAX_PINNED_SHARE)) break;
    if (column !== undefined) lefts[column] = left;
    left = right;
  }
  return lefts;
}

const keepSame = (before: Record<string, number>, after: Record<string, number>): Record<string, number> =>
  JSON.stringify(before) === JSON.stringify(after) ? before : after;
