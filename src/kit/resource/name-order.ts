import type { Reader, Row, Value } from '../data/reader.ts';
import { startAtFirst } from '../data/start-at-first.ts';
import { type Register, tableOf } from './register.ts';
import { allFieldsOf, labelSortOf, type Registers, sortColumnOf } from './registers.ts';

export type Direction = 'ASC' | 'DESC';

/** A segment of a list. The order of the segments is the order of the list. */
export interface ListSegment {
  from: string;
  sql: string;
  order: string;
  /** The parameters in `order`. */
  orderParams?: readonly Value[];
  /**
   * The ID column and the table of the list, when SQLite sorts all rows. It then sorts only IDs, and reads the
   * rows of the page by them.
   */
  sortedIds?: { column: string; from: string };
}

/**
 * Returns the segments of a list that is sorted by the names that a reference resolves to, not by its IDs.
 * Each name comes from its own index, and its records from the index of the reference. SQLite sorts no rows,
 * however long the list is. Rows without a reference are in neither index. They form a segment of their own,
 * last in ascending order and first in descending order. `conditions` start with ` WHERE ` or are empty.
 */
export function createNameSegments(
  registers: Registers,
  register: Register,
  name: string,
  conditions: string,
  direction: Direction,
): ListSegment[] {
  const table = tableOf(register, name);
  const isAsset = table === 'assets';
  const field = allFieldsOf(registers, register)[name]!;
  const target = registers.get(field.ref!.register);
  const column = `${table}.${name}`;
  // An index on the register's own table cannot continue with a column of the assets.
  const isOwnSort = tableOf(register, register.sort) === table && register.sort !== register.id;
  const rest = isAsset
    ? ['assets.assetnumbersortkey', 'assets.assetid']
    : [...(isOwnSort ? [sortColumnOf(registers, register, register.sort)] : []), `${table}.${register.id}`];
  const orderBy = (columns: string[]) => columns.map((one) => `${one} ${direction}`).join(', ');
  const other = isAsset ? register.table : 'assets';
  const extended = register.asset ? ` CROSS JOIN ${other} ON ${register.table}.assetid = assets.assetid` : '';
  const pieces: ListSegment[] = [
    {
      from: `${target.table} sorted CROSS JOIN ${table} ON ${column} = sorted.${target.id}${extended}`,
      sql: conditions,
      order: orderBy([`sorted.${labelSortOf(target)}`, `sorted.${target.id}`, ...rest]),
    },
    {
      from: `${table}${extended}`,
      sql: `${conditions === '' ? ' WHERE' : `${conditions} AND`} ${column} IS NULL`,
      order: orderBy(rest),
    },
  ];
  if (field.place === 'column' && field.notNull) pieces.pop();
  return direction === 'ASC' ? pieces : pieces.reverse();
}

/** Reads one page of a segmented list. Counts a segment only when the page starts after it. */
export function readSegmentedPage(
  reader: Reader,
  columns: string,
  pieces: readonly ListSegment[],
  params: Value[],
  { perpage, offset }: { perpage: number; offset: number },
): Row[] {
  const rows: Row[] = [];
  let skipped = offset;
  for (const piece of pieces) {
    const { from, sql, order, orderParams = [], sortedIds } = piece;
    const select = sortedIds ? `${sortedIds.column} AS id` : columns;
    const text = `SELECT ${select} FROM ${from}${sql} ORDER BY ${order} LIMIT ? OFFSET ?`;
    const page = reader.all(text, ...params, ...orderParams, perpage - rows.length, skipped);
    const found = sortedIds ? readByIds(reader, columns, sortedIds, page) : page;
    rows.push(...found);
    if (rows.length === perpage) break;
    const isBehind = found.length === 0 && skipped > 0;
    const inPiece = isBehind
      ? (reader.value<number>(`SELECT count(*) FROM ${from}${sql}`, ...params) ?? 0)
      : skipped;
    skipped = Math.max(0, skipped - inPiece);
  }
  return rows;
}

/** Returns the rows of the list with these IDs, in their order. */
function readByIds(
  reader: Reader,
  columns: string,
  { column, from }: Required<ListSegment>['sortedIds'],
  page: readonly Row[],
): Row[] {
  const sql = `SELECT ${columns} FROM json_each(?) page CROSS JOIN ${startAtFirst(from)} WHERE ${column} = page.value ORDER BY page.key`;
  return reader.all(sql, JSON.stringify(page.map(({ id }) => id)));
}
