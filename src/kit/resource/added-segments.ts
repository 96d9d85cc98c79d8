import type { AddedSort } from './added-fields.ts';
import type { Direction, ListSegment } from './name-order.ts';
import type { Register } from './register.ts';

/**
 * Returns the segments of a list of assets that is sorted by an added field: the assets with a value in its
 * order, and those without one, last in ascending order. `conditions` start with ` WHERE ` or are empty.
 */
export function createAddedSegments(
  register: Register,
  { table, order, isOwn }: AddedSort,
  conditions: string,
  direction: Direction,
): ListSegment[] {
  const extended = register.asset
    ? ` CROSS JOIN ${register.table} ON ${register.table}.assetid = assets.assetid`
    : '';
  const rest = `assets.assetnumbersortkey ${direction}, assets.assetid ${direction}`;
  const start = conditions === '' ? ' WHERE' : `${conditions} AND`;
  const pieces: ListSegment[] = [
    {
      from: `${table} sorted CROSS JOIN assets ON assets.assetid = sorted.assetid${extended}`,
      sql: `${start} sorted.${isOwn}`,
      order: `${order} ${direction}, ${rest}`,
    },
    {
      from: `assets${extended}`,
      sql: `${start} NOT EXISTS (SELECT 1 FROM ${table} WHERE ${table}.assetid = assets.assetid AND ${isOwn})`,
      order: rest,
    },
  ];
  return direction === 'ASC' ? pieces : pieces.reverse();
}
