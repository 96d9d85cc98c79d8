import type { z } from 'zod';
import type { Actor } from '../actor.ts';
import type { Reader } from '../data/reader.ts';
import type { SqlCondition } from '../data/sql-condition.ts';
import { searchQuery } from '../http/paging.ts';
import { splitParameter } from '../resource/filter-operators.ts';
import type { Direction } from '../resource/name-order.ts';
import { createParameterCondition, OperatorFilters } from '../resource/operator-filters.ts';
import type { Input } from '../resource/register.ts';
import { orderByField } from '../resource/value-order.ts';
import { createPlainSearch } from '../search/plain-search.ts';
import { canReadColumn, type ListColumn, type ListColumnMap, refuseHiddenColumn } from './list-column.ts';
import { createListQuery, type ListQuerySchema } from './list-query.ts';

export interface ListColumnsOptions<Name extends string> {
  columns: Readonly<Record<Name, ListColumn>>;
  /** The SQL columns that identify a row. They order rows with equal values. */
  ids: readonly string[];
  /** The column that sorts the list by default. */
  sort: NoInfer<Name>;
  /** The direction of the default column, unless the query names one. */
  dir?: 'asc' | 'desc';
  /** True if `search` finds rows by the texts of their columns. A list can have a search of its own instead. */
  hasSearch?: true;
}

const SEARCHED_KINDS: ReadonlySet<string> = new Set(['text', 'choice']);

/** The columns of a list without a register: its filters with operators and its orders. */
export class ListColumns<Name extends string = string> {
  readonly columns: ListColumnMap;

  constructor(private readonly options: ListColumnsOptions<Name>) {
    this.columns = options.columns;
  }

  /** Returns the columns as SQL for a SELECT statement. */
  listSelected(): string[] {
    return Object.entries(this.columns).map(([name, { operand, value = operand }]) => `${value} AS ${name}`);
  }

  /** Returns the schema of the query of the list, with the parameters of the list itself. */
  createQuery<Shape extends Record<string, z.ZodType>>(shape: Shape): ListQuerySchema<Shape> {
    const { sort, dir = 'asc', hasSearch } = this.options;
    const all = { ...(hasSearch && { search: searchQuery.optional() }), ...shape };
    return createListQuery(this.columns, `asc, but ${dir} for ${sort}`, all);
  }

  /**
   * Returns the conditions of the parameters `<column>__<operator>` and `search` of a query. Throws 400 for an
   * unknown column or operator and for a value that does not fit, and 401 or 403 for a column that is hidden
   * from the actor.
   */
  createConditions(reader: Reader, query: Input, actor: Actor): SqlCondition[] {
    const filters = OperatorFilters.listParameters(query).map((parameter) => {
      const { field: name, operator } = splitParameter(parameter);
      const field = Object.hasOwn(this.columns, name) ? this.columns[name] : undefined;
      if (field) refuseHiddenColumn(field, actor);
      return createParameterCondition(reader, { field, operator }, { parameter, query, actor });
    });
    return [...filters, ...this.createSearch(query, actor)];
  }

  /** Returns the condition of `search`, which finds texts in the columns that the actor may read. */
  private createSearch({ search = '' }: Input, actor: Actor): SqlCondition[] {
    if (!this.options.hasSearch) return [];
    const columns = Object.entries(this.columns).filter(
      ([, column]) => SEARCHED_KINDS.has(column.kind) && canReadColumn(column, actor),
    );
    const fields = columns.map(([name, { operand, value = operand }]) => [name, value]);
    const found = createPlainSearch(String(search), { fields: Object.fromEntries(fields) });
    return found ? [found] : [];
  }

  /**
   * Returns the order of a query: the column `sort` in the direction `dir`. Rows without a value are last in
   * ascending order. Throws 401 or 403 for a column that is hidden from the actor.
   */
  createOrder(reader: Reader, query: { sort?: string; dir?: 'asc' | 'desc' }, actor: Actor): SqlCondition {
    const { ids, sort, dir = 'asc' } = this.options;
    const name = query.sort ?? sort;
    const column = this.columns[name]!;
    refuseHiddenColumn(column, actor);
    const direction: Direction = (query.dir ?? (name === sort ? dir : 'asc')) === 'desc' ? 'DESC' : 'ASC';
    const { order } = column;
    const { sql, params } = order
      ? { sql: joinOrder(order, direction), params: [] }
      : orderByField(column, direction, reader);
    const rest = ids.filter((id) => !order?.includes(id));
    return { sql: [sql, ...(rest.length > 0 ? [joinOrder(rest, direction)] : [])].join(', '), params };
  }
}

/** Reports whether a query filters by one of these columns, so that a default of the list does not apply. */
export const isFilteredBy = (query: Input, ...names: string[]): boolean =>
  OperatorFilters.listParameters(query).some((name) => names.includes(splitParameter(name).field));

const joinOrder = (terms: readonly string[], direction: Direction): string =>
  terms.map((term) => `${term} ${direction}`).join(', ');
