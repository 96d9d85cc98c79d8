import type { Database } from '../data/database.ts';
import type { Reader, Value } from '../data/reader.ts';
import { invalid } from '../errors.ts';
import type { Page } from '../http/page.ts';
import { pageOf, pagingOf } from '../http/paging.ts';
import { searchCondition } from '../search/condition.ts';
import type { Field } from './fields.ts';
import {
  aliasOf,
  allFields,
  type Input,
  isActivatable,
  type RecordOut,
  type Register,
  type Registers,
} from './register.ts';
import { type Selection, selection, shape } from './select.ts';

interface Condition {
  sql: string;
  params: Value[];
}

interface Where extends Condition {
  /** A filter or a search narrows the list; showing only active records hardly does. */
  narrows: boolean;
}

/** The list of one register: everything that can be known before a request comes is worked out here once. */
export class Lister {
  readonly selected: Selection;
  readonly sorts: Record<string, string>;
  private readonly fields: Record<string, Field>;
  private readonly state: 't' | 'a';
  private readonly oneBy = new Map<string, string>();

  constructor(
    registers: Registers,
    readonly register: Register,
  ) {
    this.selected = selection(registers, register);
    this.fields = allFields(registers, register);
    this.state = register.extendsAsset ? 'a' : 't';
    this.sorts = sortsOf(register, this.fields);
  }

  /** One page. `query` is validated: paging, search, active, sort, dir and the filters. */
  page(db: Database, query: Input): Page<RecordOut> {
    const where = this.where(query);
    const paging = pagingOf(query as { page?: number; per_page?: number });
    const rows = db.read((reader) =>
      reader.all(
        `${this.sql(where, query)} LIMIT ? OFFSET ?`,
        ...where.params,
        paging.perpage,
        paging.offset,
      ),
    );
    const records = rows.map((row) => shape(this.selected, row));
    return pageOf(records, this.total(db, where, query.search !== undefined), paging);
  }

  /** Every row that the query matches: for CSV and unpaged registers. */
  all(db: Database, query: Input): RecordOut[] {
    const where = this.where(query);
    return db
      .read((reader) => reader.all(this.sql(where, query), ...where.params))
      .map((row) => shape(this.selected, row));
  }

  /** The rows that the query matches, one at a time: a list may be longer than memory. */
  *each(reader: Reader, query: Input): Generator<RecordOut> {
    const where = this.where(query);
    for (const row of reader.iterate(this.sql(where, query), ...where.params))
      yield shape(this.selected, row);
  }

  /** The ids that the query matches, for work in bulk. */
  ids(db: Database, query: Input, column = `t.${this.register.id}`): number[] {
    const where = this.where(query);
    const sql = `SELECT ${column} AS id FROM ${this.selected.from}${where.sql}`;
    return db.read((reader) => reader.all<{ id: number }>(sql, ...where.params)).map((row) => row.id);
  }

  one(db: Database, column: string, value: Value): RecordOut | undefined {
    // Built once: this is the hottest statement, and joining its text costs as much as looking it up.
    let sql = this.oneBy.get(column);
    if (!sql) {
      sql = `SELECT ${this.selected.columns} FROM ${this.selected.from} WHERE ${column} = ?`;
      this.oneBy.set(column, sql);
    }
    const statement = sql;
    const row = db.read((reader) => reader.get(statement, value));
    return row && shape(this.selected, row);
  }

  private total(db: Database, where: Condition, bytext: boolean): number {
    const tables = [this.register.table, ...(this.register.extendsAsset ? ['assets'] : []), 'communications'];
    if (bytext) tables.push('searchdocs');
    return db.count(tables, `SELECT count(*) FROM ${this.selected.from}${where.sql}`, where.params);
  }

  private sql(where: Where, query: Input): string {
    const order = this.order(query);
    // Left to itself, SQLite may start at the assets and sort them all; the order of the own table has an index.
    const inOwnOrder = !where.narrows && order.startsWith('t.');
    const from = inOwnOrder ? this.selected.from.replace(' JOIN ', ' CROSS JOIN ') : this.selected.from;
    return `SELECT ${this.selected.columns} FROM ${from}${where.sql} ORDER BY ${order}`;
  }

  private order(query: Input): string {
    const name = (query.sort as string | undefined) ?? this.register.defaultsort;
    const column = Object.hasOwn(this.sorts, name) ? this.sorts[name] : undefined;
    if (!column) throw invalid('sort', `Sort by one of ${Object.keys(this.sorts).join(', ')}.`);
    const direction = query.dir === 'desc' ? 'DESC' : 'ASC';
    return `${column} ${direction}, t.${this.register.id} ${direction}`;
  }

  private where(query: Input): Where {
    const conditions: Condition[] = [];
    for (const [name, field] of Object.entries(this.fields)) {
      const given = field.filter?.find((param) => query[param] !== undefined);
      if (given) conditions.push(equals(`${aliasOf(this.register, name)}.${name}`, query[given]));
    }
    for (const filter of this.register.filters ?? []) {
      const given = [filter.name, ...(filter.aliases ?? [])].find((param) => query[param] !== undefined);
      if (given) conditions.push(filter.condition(query[given] as string | boolean));
    }
    if (query.search) conditions.push(searchCondition(searchedBy(this.register), String(query.search)));
    const narrows = conditions.length > 0;
    if (isActivatable(this.register) && query.active !== false) {
      conditions.unshift({ sql: `${this.state}.isactive = 1`, params: [] });
    }
    if (conditions.length === 0) return { sql: '', params: [], narrows };
    return {
      narrows,
      sql: ` WHERE ${conditions.map((condition) => `(${condition.sql})`).join(' AND ')}`,
      params: conditions.flatMap((condition) => condition.params),
    };
  }
}

/** Where the search has the texts of a register's records, and the column that holds their id there. */
export const searchedBy = (register: Register): { kind: string; column: string } =>
  register.extendsAsset
    ? { kind: 'asset', column: 't.assetid' }
    : { kind: register.searchkind ?? register.name, column: `t.${register.id}` };

function equals(column: string, value: unknown): Condition {
  return { sql: `${column} = ?`, params: [typeof value === 'boolean' ? Number(value) : (value as Value)] };
}

function sortsOf(register: Register, fields: Record<string, Field>): Record<string, string> {
  const sorts: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.sort) sorts[name] = field.select ? name : `${aliasOf(register, name)}.${name}`;
  }
  const state = register.extendsAsset ? 'a' : 't';
  return {
    ...sorts,
    createddate: `${state}.createddate`,
    modifieddate: `${state}.modifieddate`,
    ...register.sorts,
  };
}
