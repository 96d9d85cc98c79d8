import type { Actor } from '../actor.ts';
import type { Reader } from '../data/reader.ts';
import { toWhereClause } from '../data/sql-condition.ts';
import type { Page } from '../http/page.ts';
import { type Paging, pageOf, pagingOf } from '../http/paging.ts';
import type { FilterValueKind } from '../resource/filter-operators.ts';
import { ListColumns, type ListColumnsOptions } from './list-columns.ts';
import type { ListQuery } from './list-page.ts';

/** A column of rows that code computes. */
export interface ComputedColumn {
  kind: FilterValueKind;
  /** The values of a choice. */
  options?: readonly string[];
  /** True if the rows are computed in the order of this column. */
  isOrdered?: true;
}

/** Returns the columns of a list whose rows are computed, because SQL cannot. */
export const createComputedColumns = <Name extends string>({
  columns,
  ...options
}: Omit<ListColumnsOptions<Name>, 'columns' | 'ids'> & {
  columns: Readonly<Record<Name, ComputedColumn>>;
}): ListColumns<Name> =>
  new ListColumns<Name>({
    ...options,
    ids: ['r.key'],
    columns: Object.fromEntries(
      Object.entries<ComputedColumn>(columns).map(([name, { kind, options: choices, isOrdered }]) => [
        name,
        {
          kind,
          options: choices,
          operand: `(r.value ${kind === 'json' ? '->' : '->>'} '${name}')`,
          order: isOrdered && ['r.key'],
        },
      ]),
    ) as ListColumnsOptions<Name>['columns'],
  });

/**
 * Returns the page of computed rows that a query selects. SQLite filters and sorts the rows as JSON, so that
 * the operators mean the same as in other lists. Throws like `readListPage`.
 */
export function readComputedPage<T>(
  reader: Reader,
  list: ListColumns,
  rows: readonly T[],
  { query, actor, paging = pagingOf(query) }: { query: ListQuery; actor: Actor; paging?: Paging },
): Page<T> {
  const { sql, params } = toWhereClause(list.createConditions(reader, query, actor));
  const order = list.createOrder(reader, query, actor);
  const from = `FROM json_each(?) r${sql}`;
  const all = [JSON.stringify(rows), ...params];
  const keys = reader.all<{ key: number }>(
    `SELECT r.key ${from} ORDER BY ${order.sql} LIMIT ? OFFSET ?`,
    ...all,
    ...order.params,
    paging.perpage,
    paging.offset,
  );
  const page = keys.map(({ key }) => rows[key]!);
  return pageOf(page, reader.value<number>(`SELECT count(*) ${from}`, ...all)!, paging);
}
