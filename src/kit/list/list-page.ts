import type { Actor } from '../actor.ts';
import type { Database } from '../data/database.ts';
import type { Reader, Value } from '../data/reader.ts';
import { type SqlCondition, toWhereClause } from '../data/sql-condition.ts';
import type { Page } from '../http/page.ts';
import { type Paging, pageOf, pagingOf } from '../http/paging.ts';
import type { ListColumns } from './list-columns.ts';

/** The rows of a list as SQL. */
export interface ListRows {
  /** The tables of the rows. The first one contains `id`. */
  from: string;
  /** The parameters in `from`. */
  params?: readonly Value[];
  /** The column that identifies a row. */
  id: string;
  /** The SQL of values that the rows have besides the columns. */
  extra?: readonly string[];
  /** The conditions of the list itself. */
  conditions?: readonly SqlCondition[];
}

/** The parameters of each paged list. */
export type ListQuery = { page?: number; per_page?: number; sort?: string; dir?: 'asc' | 'desc' };

/**
 * Returns the page of a list that a query selects. Throws 400 for a filter that the list does not have, and 401
 * or 403 for a column that is hidden from the actor.
 */
export function readListPage<T>(
  db: Database,
  list: ListColumns,
  selectRows: (reader: Reader) => ListRows,
  { query, actor }: { query: ListQuery; actor: Actor },
): Page<T> {
  const paging = pagingOf(query);
  return db.read((reader) => {
    const rows = selectRows(reader);
    const { from, params = [], conditions = [] } = rows;
    const order = list.createOrder(reader, query, actor);
    const where = toWhereClause([...conditions, ...list.createConditions(reader, query, actor)]);
    const found = { where: { sql: where.sql, params: [...params, ...where.params] }, order };
    const page = readRows<T>(reader, list, rows, { ...found, paging });
    return pageOf(page, db.count(`SELECT count(*) FROM ${from}${where.sql}`, found.where.params), paging);
  });
}

/** Sorts the IDs of all rows, and reads only the rows of the page by them. */
function readRows<T>(
  reader: Reader,
  list: ListColumns,
  { from, params = [], id, extra = [] }: ListRows,
  { where, order, paging }: { where: SqlCondition; order: SqlCondition; paging: Paging },
): T[] {
  const ids = reader.all<{ id: Value }>(
    `SELECT ${id} AS id FROM ${from}${where.sql} ORDER BY ${order.sql} LIMIT ? OFFSET ?`,
    ...where.params,
    ...order.params,
    paging.perpage,
    paging.offset,
  );
  const columns = [...list.listSelected(), ...extra].join(', ');
  return reader.all(
    `SELECT ${columns} FROM json_each(?) page CROSS JOIN ${from} WHERE ${id} = page.value ORDER BY page.key`,
    JSON.stringify(ids.map((row) => row.id)),
    ...params,
  ) as T[];
}
