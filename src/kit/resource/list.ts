import { type Actor, canSeePersonalData } from '../actor.ts';
import type { Database } from '../data/database.ts';
import type { Reader, Row, Value } from '../data/reader.ts';
import { isByName } from '../data/same-name.ts';
import { sqlOf } from '../data/sql-text.ts';
import { invalid } from '../errors.ts';
import { signInRequiredError } from '../http/access.ts';
import type { Page } from '../http/page.ts';
import { pageOf, pagingOf } from '../http/paging.ts';
import { matchCondition, matchText, toContainsPattern } from '../search/condition.ts';
import { countFrequentText, type FrequentText } from '../search/count-many.ts';
import type { SearchSources } from '../search/sources.ts';
import type { DerivedValue, Field } from './fields.ts';
import type { CurrentTime } from './filters.ts';
import { createNameSegments, type ListSegment, readSegmentedPage } from './name-order.ts';
import { readFilter } from './place-filter.ts';
import {
  type Input,
  isActivatable,
  type RecordOut,
  type Register,
  stampedTableOf,
  tableOf,
} from './register.ts';
import { allFieldsOf, type Registers } from './registers.ts';
import { type Condition, hasValue } from './same-value.ts';
import { createSelection, type Selection, toServedRecord } from './select.ts';
import { subtreeOf } from './subtree.ts';

type Telling = NonNullable<DerivedValue['tell']>;

interface Where extends Condition {
  from: string;
  /** A filter or a search narrows the list; showing only active records hardly does. */
  narrows: boolean;
  /** A text that so many records contain that they are counted apart. */
  many?: FrequentText;
}

/** The list of one register: everything that can be known before a request comes is worked out here once. */
export class Lister {
  readonly selected: Selection;
  readonly sorts: Record<string, string>;
  private readonly fields: Record<string, Field>;
  private readonly stamped: string;
  private readonly oneBy = new Map<string, string>();
  /** What is told by the other values of a record. */
  private readonly telling: [string, Telling][];

  constructor(
    private readonly registers: Registers,
    readonly register: Register,
    private readonly search: SearchSources,
  ) {
    this.selected = createSelection(registers, register);
    this.fields = allFieldsOf(registers, register);
    this.stamped = stampedTableOf(register);
    this.sorts = sortsOf(register, this.fields);
    this.telling = Object.entries(this.fields).flatMap(([name, field]) =>
      field.place !== 'column' && field.tell ? [[name, field.tell]] : [],
    );
  }

  /** One page. `query` is validated: paging, search, active, sort, dir and the filters. */
  async page(db: Database, query: Input, actor?: Actor): Promise<Page<RecordOut>> {
    const paging = pagingOf(query as { page?: number; per_page?: number });
    const { where, records } = db.read((reader) => {
      const found = this.where(reader, query, actor);
      const pieces = this.pieces(found, query);
      const rows = readSegmentedPage(reader, this.selected.columns, pieces, found.params, paging);
      const now = this.now(reader);
      return { where: found, records: rows.map((row) => this.shaped(row, now)) };
    });
    return pageOf(records, await this.total(db, where), paging);
  }

  /** Every row that the query matches: for lists that are served whole. */
  all(db: Database, query: Input, actor?: Actor): RecordOut[] {
    return db.read((reader) => {
      const where = this.where(reader, query, actor);
      const now = this.now(reader);
      return this.pieces(where, query).flatMap((piece) =>
        reader.all(this.sql(piece), ...where.params).map((row) => this.shaped(row, now)),
      );
    });
  }

  /** The rows that the query matches, one at a time: a list may be longer than memory. */
  *each(reader: Reader, query: Input, actor?: Actor): Generator<RecordOut> {
    const where = this.where(reader, query, actor);
    const now = this.now(reader);
    for (const piece of this.pieces(where, query))
      for (const row of reader.iterate(this.sql(piece), ...where.params)) yield this.shaped(row, now);
  }

  /** Has the database look at the statement, and read nothing. Throws what is wrong with it. */
  prepare(reader: Reader, query: Input, actor?: Actor): void {
    const where = this.where(reader, query, actor);
    for (const piece of this.pieces(where, query)) reader.get(`${this.sql(piece)} LIMIT 0`, ...where.params);
  }

  /** The same for the SQL of one computed field. */
  prepareExpression(reader: Reader, from: string): void {
    reader.get(`SELECT ${from} FROM ${this.selected.from} LIMIT 0`);
  }

  /** How many rows the query matches, for who reads anyway. */
  count(reader: Reader, query: Input): number {
    const { from, sql, params } = this.where(reader, query);
    return reader.value<number>(`SELECT count(*) FROM ${from}${sql}`, ...params) ?? 0;
  }

  /** The ids that the query matches, for work in bulk. */
  ids(db: Database, query: Input, column = idColumnOf(this.register)): number[] {
    return db.read((reader) => {
      const where = this.where(reader, query);
      const sql = `SELECT ${column} AS id FROM ${where.from}${where.sql}`;
      return reader.all<{ id: number }>(sql, ...where.params).map((row) => row.id);
    });
  }

  one(db: Database, column: string, value: Value): RecordOut | undefined {
    // Built once: this is the hottest statement, and joining its text costs as much as looking it up.
    let sql = this.oneBy.get(column);
    if (!sql) {
      sql = `SELECT ${this.selected.alone} FROM ${this.selected.from} WHERE ${column} = ?`;
      this.oneBy.set(column, sql);
    }
    const statement = sql;
    return db.read((reader) => {
      const row = reader.get(statement, value);
      return row && this.shaped(row, this.now(reader));
    });
  }

  /** When the records are told of, the same for all of them; undefined where nothing is told by the time. */
  private now(reader: Reader): CurrentTime | undefined {
    return this.telling.length > 0 ? { at: reader.at, today: reader.today } : undefined;
  }

  /** A stored row as it is served. */
  private shaped(row: Row, now: CurrentTime | undefined): RecordOut {
    const record = toServedRecord(this.selected, row);
    if (now) for (const [name, tell] of this.telling) record[name] = tell(record, now);
    return record;
  }

  private total(db: Database, { from, sql, params, narrows, many }: Where): number | Promise<number> {
    const { counted } = this.register;
    if (counted && !narrows && sql !== '') return db.count(counted, []);
    if (!many) return db.count(`SELECT count(*) FROM ${from}${sql}`, params);
    return countFrequentText(db, this.selected.from, many);
  }

  private sql({ from, sql, order }: ListSegment): string {
    return `SELECT ${this.selected.columns} FROM ${from}${sql} ORDER BY ${order}`;
  }

  /** The statement of the list, or those that one after the other give it. */
  private pieces(where: Where, query: Input): ListSegment[] {
    const { register } = this;
    const name = (query.sort as string | undefined) ?? register.sort;
    const column = Object.hasOwn(this.sorts, name) ? this.sorts[name] : undefined;
    if (!column) throw invalid('sort', `Sort by one of ${Object.keys(this.sorts).join(', ')}.`);
    const isByItself = query.sort === undefined && register.newestFirst;
    const direction = (query.dir ?? (isByItself ? 'desc' : 'asc')) === 'desc' ? 'DESC' : 'ASC';
    const last = `${idColumnOf(register)} ${direction}`;
    if (this.fields[name]?.ref) {
      const isFound = where.from !== this.selected.from;
      if (!isFound) return createNameSegments(this.registers, register, name, where.sql, direction);
      // What a search found is little: it is sorted by the name that is served.
      const served = this.registers.displayKey(name, this.fields[name]);
      return [
        { ...where, order: `${column} IS NULL ${direction}, ${served} COLLATE NOCASE ${direction}, ${last}` },
      ];
    }
    const order = `${column} ${direction}, ${last}`;
    // Left to itself, SQLite may start at the assets and sort them all; the order of the own table has an index.
    const inOwnOrder = !where.narrows && order.startsWith(`${register.table}.`);
    return [
      { ...where, order, from: inOwnOrder ? where.from.replace(' JOIN ', ' CROSS JOIN ') : where.from },
    ];
  }

  private where(reader: Reader, query: Input, actor?: Actor): Where {
    const impersonal = actor !== undefined && !canSeePersonalData(actor);
    if (impersonal) this.refusePersonal(query);
    const filters = this.filters(reader, query);
    const conditions = [...filters];
    let narrows = conditions.length > 0;
    const onlyActive = isActivatable(this.register) && query.active !== false;
    const plus = filters.some(isByName) ? '+' : '';
    if (onlyActive) conditions.unshift({ sql: `${plus}${this.stamped}.isactive = 1`, params: [] });
    const plain = { from: this.selected.from, narrows };
    if (!String(query.search ?? '').trim()) return { ...plain, ...joined(conditions) };
    narrows = true;
    const { plainSearch } = this.register;
    if (plainSearch)
      return { ...plain, narrows, ...joined([...conditions, containing(plainSearch, String(query.search))]) };
    const searched = { ...searchLocationOf(this.register, this.search), onlyActive, impersonal };
    const found = matchText(reader, searched, String(query.search));
    if ('ids' in found) return { narrows, ...this.amongThese(found.ids, searched.column, conditions) };
    // The search itself knows which records are active: without filters it counts them alone, where they are all of
    // their kind. Those that extend assets are some among all assets.
    const isAlone = filters.length === 0 && !this.register.asset && !impersonal;
    const condition = matchCondition(found, searched);
    const rest = isAlone ? undefined : joined(impersonal ? [...conditions, condition] : conditions);
    return {
      ...plain,
      narrows,
      ...joined([...conditions, condition]),
      many: { ...found, ...searched, rest },
    };
  }

  /** Starts at the records that were found: left to itself, SQLite may walk the whole list in its order. */
  private amongThese(ids: number[], column: string, conditions: Condition[]) {
    const own = this.selected.from.replace(' JOIN ', ' CROSS JOIN ');
    const { sql, params } = joined([{ sql: `${column} = found.value`, params: [] }, ...conditions]);
    return { from: `json_each(?) found CROSS JOIN ${own}`, sql, params: [JSON.stringify(ids), ...params] };
  }

  /** What the caller is not shown he does not find out by filtering or sorting either. */
  private refusePersonal(query: Input): void {
    for (const [name, { personal, filter = [] }] of Object.entries(this.fields))
      if (personal && (query.sort === name || filter.some((param) => query[param] !== undefined)))
        throw signInRequiredError();
  }

  /** A place without others in it is compared as itself: that is what the indexes are for. */
  private within(reader: Reader, field: Field, column: string, value: unknown): Condition {
    const ids = subtreeOf(reader, this.registers.get(field.ref!.register), Number(value));
    if (ids.length === 1) return { sql: `${column} = ?`, params: [Number(value)] };
    return { sql: `${column} IN (SELECT value FROM json_each(?))`, params: [JSON.stringify(ids)] };
  }

  private filters(reader: Reader, query: Input): Condition[] {
    const conditions: Condition[] = [];
    for (const [name, field] of Object.entries(this.fields)) {
      const given = readFilter(field, query);
      if (given === undefined) continue;
      const column = `${tableOf(this.register, name)}.${name}`;
      const isWide = field.subtree && query.exact !== true;
      conditions.push(
        isWide
          ? this.within(reader, field, column, given)
          : hasValue(this.register, name, field, storedValue(given)),
      );
    }
    for (const [name, filter] of Object.entries(this.register.filters ?? {})) {
      const given = [name, ...(filter.aliases ?? [])].find((param) => query[param] !== undefined);
      if (given) conditions.push(sqlOf(filter.when(query[given] as never, reader)));
    }
    return conditions;
  }
}

/** Text of which no column holds any is nowhere. */
const containing = (columns: readonly string[], text: string): Condition => ({
  sql: `(${columns.map((column) => `${column} LIKE ? ESCAPE '\\'`).join(' OR ')})`,
  params: columns.map(() => toContainsPattern(text.trim())),
});

const joined = (conditions: readonly Condition[]): Condition => ({
  sql: conditions.length === 0 ? '' : ` WHERE ${conditions.map(({ sql }) => `(${sql})`).join(' AND ')}`,
  params: conditions.flatMap(({ params }) => params),
});

/** Where the search has the texts of a register's records: the kind's number, and the column with their id there. */
export const searchLocationOf = (
  register: Register,
  search: SearchSources,
): { kind: number; column: string } =>
  register.asset
    ? { kind: search.kindOf('asset'), column: `${register.table}.assetid` }
    : { kind: search.kindOf(register.searchKind ?? register.name), column: idColumnOf(register) };

export const idColumnOf = ({ table, id }: Register): string => `${table}.${id}`;

const storedValue = (value: unknown): Value =>
  typeof value === 'boolean' ? Number(value) : (value as Value);

/** What a list can be sorted by, with the column of each. */
export function sortsOf(register: Register, fields: Record<string, Field>): Record<string, string> {
  const sorts: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields))
    if (field.sort) sorts[name] = field.place === 'column' ? `${tableOf(register, name)}.${name}` : name;
  const stamped = stampedTableOf(register);
  return {
    [register.sort]: `${register.sort === register.id ? register.table : tableOf(register, register.sort)}.${register.sort}`,
    ...sorts,
    createddate: `${stamped}.createddate`,
    modifieddate: `${stamped}.modifieddate`,
  };
}
