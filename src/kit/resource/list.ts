import { type Actor, canSeePersonalData } from '../actor.ts';
import type { Database } from '../data/database.ts';
import type { Reader, Row, Value } from '../data/reader.ts';
import { isByName } from '../data/same-name.ts';
import { type SqlCondition, toWhereClause } from '../data/sql-condition.ts';
import { startAtFirst } from '../data/start-at-first.ts';
import type { Page } from '../http/page.ts';
import { type Paging, pageOf, pagingOf } from '../http/paging.ts';
import { matchCondition, type SearchScope } from '../search/condition.ts';
import { countFrequentText, type FrequentText } from '../search/count-many.ts';
import { findExactIds } from '../search/exact-ids.ts';
import { toKeyName } from '../search/field-tags.ts';
import { matchText } from '../search/match-text.ts';
import { createPlainSearch, type PlainSearch } from '../search/plain-search.ts';
import { hasTerms } from '../search/query-language.ts';
import type { SearchSources } from '../search/sources.ts';
import { toListCondition } from '../search/value-conditions.ts';
import { AssetCount } from './asset-count.ts';
import type { DerivedValue, Field } from './fields.ts';
import type { CurrentTime } from './filters.ts';
import { IndexedReferences, type ListCondition } from './list-condition.ts';
import { ListFilters } from './list-filters.ts';
import { ListOrder, type OrderedRows } from './list-order.ts';
import { idColumnOf } from './list-sorts.ts';
import { type ListSegment, readSegmentedPage } from './name-order.ts';
import { type GroupedField, OperatorFilters } from './operator-filters.ts';
import { type Input, isActivatable, type RecordOut, type Register, stampedTableOf } from './register.ts';
import { allFieldsOf, type Registers } from './registers.ts';
import { searchLocationOf } from './search-location.ts';
import { createSelection, type Selection, toServedRecord } from './select.ts';

/** The kinds of fields that a search without an index can be restricted to. */
const PLAIN_KINDS: ReadonlySet<string> = new Set(['text', 'longtext', 'select']);

/** The number of rows from which on a list is read in its order instead of sorted. */
const LONG = 4000;

type Compute = NonNullable<DerivedValue['compute']>;

/** A value of a field with the number of rows that have it. */
export interface ListGroup {
  value: Value;
  count: number;
}

interface Where extends SqlCondition, OrderedRows {
  /** True when a filter or a search narrows the list. The default of active records alone does not count. */
  narrows: boolean;
  /** A frequent text, whose records are counted separately. */
  many?: FrequentText;
  /** The same condition for counting, which may use other indexes. */
  counted?: SqlCondition;
}

/** A search among the records with some conditions. */
interface SearchedRows {
  search: string;
  scope: SearchScope;
  /** The condition that a record is active, or none. */
  states: SqlCondition[];
  filters: ListCondition[];
}

/** The list of one register. Everything that does not depend on a request is computed once here. */
export class Lister {
  readonly selected: Selection;
  readonly order: ListOrder;
  private readonly fields: Record<string, Field>;
  private readonly stamped: string;
  private readonly oneBy = new Map<string, string>();
  /** Fields that are computed from the other values of a record. */
  private readonly computed: [string, Compute][];
  private readonly operators: OperatorFilters;
  private readonly filters: ListFilters;
  private readonly references: IndexedReferences;
  private readonly assets: AssetCount;

  constructor(
    registers: Registers,
    readonly register: Register,
    private readonly search: SearchSources,
  ) {
    this.selected = createSelection(registers, register);
    this.fields = allFieldsOf(registers, register);
    this.stamped = stampedTableOf(register);
    this.operators = new OperatorFilters(registers, register);
    this.filters = new ListFilters(registers, register, this.operators);
    this.references = new IndexedReferences(registers, register, search.tags);
    this.assets = new AssetCount(register);
    this.order = new ListOrder(registers, register, { from: this.selected.from, operators: this.operators });
    this.computed = Object.entries(this.fields).flatMap(([name, field]) =>
      field.place !== 'column' && field.compute ? [[name, field.compute]] : [],
    );
  }

  /**
   * Returns one page. `query` is validated: paging, search, active, sort, dir and the filters. Throws 401
   * when it filters or sorts by a personal field that is hidden from the actor.
   */
  async page(db: Database, query: Input, actor?: Actor): Promise<Page<RecordOut>> {
    const paging = pagingOf(query as { page?: number; per_page?: number });
    const where = db.read((reader) => this.buildWhere(reader, query, actor));
    const total = await this.countTotal(db, where);
    const rows = { ...where, isLong: where.isLong || total >= LONG };
    const records = db.read((reader) => {
      const pieces = this.order.createSegments(reader, rows, query);
      const page = readSegmentedPage(reader, this.selected.columns, pieces, where.params, paging);
      const now = this.currentTime(reader);
      return page.map((row) => this.toServed(row, now));
    });
    return pageOf(records, total, paging);
  }

  /** Returns every row that matches the query, for unpaged lists. */
  all(db: Database, query: Input, actor?: Actor): RecordOut[] {
    return db.read((reader) => {
      const where = this.buildWhere(reader, query, actor);
      const now = this.currentTime(reader);
      return this.order
        .createSegments(reader, where, query)
        .flatMap((segment) => reader.all(...this.statementOf(segment, where)))
        .map((row) => this.toServed(row, now));
    });
  }

  /** Yields the rows that match the query, one at a time, because a list may be larger than the memory. */
  *each(reader: Reader, query: Input, actor?: Actor): Generator<RecordOut> {
    const where = this.buildWhere(reader, query, actor);
    const now = this.currentTime(reader);
    for (const segment of this.order.createSegments(reader, where, query))
      for (const row of reader.iterate(...this.statementOf(segment, where))) yield this.toServed(row, now);
  }

  /** Compiles the statement without reading rows. Throws 400 for an invalid sort, and 401 like `page`. */
  prepare(reader: Reader, query: Input, actor?: Actor): void {
    const where = this.buildWhere(reader, query, actor);
    for (const segment of this.order.createSegments(reader, where, query)) {
      const [sql, ...params] = this.statementOf(segment, where);
      reader.get(`${sql} LIMIT 0`, ...params);
    }
  }

  /** Compiles the SQL of one computed field without reading rows. */
  prepareExpression(reader: Reader, from: string): void {
    reader.get(`SELECT ${from} FROM ${this.selected.from} LIMIT 0`);
  }

  /** Returns the number of matching rows, within the read of the caller. Throws like `page`. */
  count(reader: Reader, query: Input, actor?: Actor): number {
    const { from, sql, params } = this.buildWhere(reader, query, actor);
    return reader.value<number>(`SELECT count(*) FROM ${from}${sql}`, ...params) ?? 0;
  }

  /**
   * Returns a page of the values of a field among the matching rows, each with its number of rows, the most
   * frequent first, and the number of values. Throws like `page`, and 400 for a field without groups.
   */
  groups(
    reader: Reader,
    query: Input,
    { name, paging, actor }: { name: string; paging: Pick<Paging, 'perpage' | 'offset'>; actor?: Actor },
  ): { grouped: GroupedField; groups: ListGroup[]; total: number } {
    const grouped = this.operators.findGroupedField(reader, name, actor);
    const { from, sql, params } = this.buildWhere(reader, query, actor);
    const all = `SELECT ${grouped.operand} AS value, count(*) AS count FROM ${from}${sql} GROUP BY 1`;
    // A page after the last one has no row with the total.
    const countGroups = () =>
      paging.offset === 0 ? 0 : reader.value<number>(`SELECT count(*) FROM (${all})`, ...params)!;
    const rows = reader.all<ListGroup & { total: number }>(
      `SELECT value, count, count(*) OVER () AS total FROM (${all})
        ORDER BY count DESC, value LIMIT ? OFFSET ?`,
      ...params,
      paging.perpage,
      paging.offset,
    );
    const groups = rows.map(({ value, count }) => ({ value, count }));
    return { grouped, groups, total: rows[0]?.total ?? countGroups() };
  }

  /** Returns the IDs of the matching rows, for batch operations. */
  listIds(db: Database, query: Input, column = idColumnOf(this.register)): number[] {
    return db.read((reader) => {
      const where = this.buildWhere(reader, query);
      const sql = `SELECT ${column} AS id FROM ${where.from}${where.sql}`;
      return reader.all<{ id: number }>(sql, ...where.params).map((row) => row.id);
    });
  }

  /** Returns the first record with this value, active or not. `column` is qualified by its table. */
  findOne(db: Database, column: string, value: Value): RecordOut | undefined {
    // The text is cached: this is the most frequent statement, and building its text costs as much as the
    // lookup.
    let sql = this.oneBy.get(column);
    if (!sql) {
      sql = `SELECT ${this.selected.alone} FROM ${this.selected.from} WHERE ${column} = ?`;
      this.oneBy.set(column, sql);
    }
    const statement = sql;
    return db.read((reader) => {
      const row = reader.get(statement, value);
      return row && this.toServed(row, this.currentTime(reader));
    });
  }

  /** Returns the time for computed fields, the same for all records; undefined when no field needs it. */
  private currentTime(reader: Reader): CurrentTime | undefined {
    return this.computed.length > 0 ? { at: reader.at, today: reader.today } : undefined;
  }

  /** Converts a stored row to the served record. */
  private toServed(row: Row, now: CurrentTime | undefined): RecordOut {
    const record = toServedRecord(this.selected, row);
    if (now) for (const [name, compute] of this.computed) record[name] = compute(record, now);
    return record;
  }

  private countTotal(db: Database, where: Where): number | Promise<number> {
    const { narrows, isLong, many } = where;
    const { counted } = this.register;
    if (counted && !narrows && where.sql !== '') return db.count(counted, []);
    const from = isLong ? startAtFirst(where.from) : where.from;
    if (many && !many.rest) return countFrequentText(db, from, many);
    const { sql, params } = many?.rest ?? where.counted ?? where;
    const all = { from, sql, params };
    const rows = where.from === this.selected.from ? this.assets.withoutOwnTable(db, all) : all;
    if (!many) return db.count(`SELECT count(*) FROM ${rows.from}${rows.sql}`, rows.params);
    const column = rows.from === from ? many.column : 'assets.assetid';
    return countFrequentText(db, rows.from, { ...many, column, rest: rows });
  }

  private statementOf(
    { from, sql, order, orderParams = [] }: ListSegment,
    where: Where,
  ): [string, ...Value[]] {
    const text = `SELECT ${this.selected.columns} FROM ${from}${sql} ORDER BY ${order}`;
    return [text, ...where.params, ...orderParams];
  }

  private buildWhere(reader: Reader, query: Input, actor?: Actor): Where {
    const impersonal = actor !== undefined && !canSeePersonalData(actor);
    if (actor) this.filters.refuseHidden(query, actor);
    const filters = this.filters.createConditions(reader, query, actor);
    const onlyActive =
      isActivatable(this.register) && query.active !== false && !OperatorFilters.isByState(query);
    const states = onlyActive ? [this.createStateCondition(filters)] : [];
    const conditions = [...states, ...filters];
    const narrows = filters.length > 0;
    // Without filters, a list has all records, or the many that a search finds.
    const where = { from: this.selected.from, narrows, isLong: !narrows, ...toWhereClause(conditions) };
    const search = String(query.search ?? '');
    if (!hasTerms(search)) return where;
    if (this.register.plainSearch) {
      const found = createPlainSearch(search, this.plainFields());
      const searched = toWhereClause(found ? [...conditions, found] : conditions);
      return { ...where, narrows: true, isLong: false, ...searched };
    }
    const scope = { ...searchLocationOf(this.register, this.search), onlyActive, impersonal };
    return { ...where, ...this.buildSearched(reader, query, { search, scope, states, filters }) };
  }

  /** Returns the condition for active records. A unary plus keeps SQLite from starting at their index. */
  private createStateCondition(filters: readonly SqlCondition[]): SqlCondition {
    const plus = filters.some(isByName) || this.isByOwnValues(filters) ? '+' : '';
    return { sql: `${plus}${this.stamped}.isactive = 1`, params: [] };
  }

  /** Returns the records that the search finds among those with the conditions. */
  private buildSearched(reader: Reader, query: Input, searched: SearchedRows): Partial<Where> & SqlCondition {
    const { search, scope, states, filters } = searched;
    const conditions = [...states, ...filters];
    const found = matchText(reader, scope, search);
    if ('ids' in found) {
      const exactids = query.sort === undefined ? findExactIds(reader, scope, search) : [];
      const exactFirst = exactids.length > 0 ? `${scope.column} IN (${exactids.join(', ')})` : '';
      const where = this.amongThese(found.ids, scope.column, conditions);
      return { narrows: true, isLong: false, exactFirst, ...where };
    }
    const { expression, clauses } = found;
    const where = toWhereClause([...conditions, matchCondition(found, { ...scope, isInOrder: true })]);
    const values = clauses.map((clause) => toListCondition(clause, scope));
    if (expression.length === 0)
      return { narrows: true, ...where, counted: toWhereClause([...conditions, ...values]) };
    const { indexed, others } = this.references.split(filters);
    // The search index stores which records are active, so without other filters it alone gives the count.
    const isAlone = others.length === 0 && clauses.length === 0 && !scope.impersonal;
    const rest = isAlone ? undefined : toWhereClause([...states, ...others, ...values]);
    return { narrows: true, ...where, many: { ...scope, expression: [...indexed, ...expression], rest } };
  }

  /**
   * Reports whether all filters of a register that extends assets are by its own values. SQLite would start at
   * all active assets, which narrows less.
   */
  private isByOwnValues(filters: readonly SqlCondition[]): boolean {
    return (
      this.register.asset !== undefined &&
      filters.length > 0 &&
      filters.every(({ sql }) => !sql.includes('assets.'))
    );
  }

  /**
   * Returns a FROM clause that starts at the found records. Otherwise SQLite may walk the whole list in its
   * order.
   */
  private amongThese(ids: number[], column: string, conditions: SqlCondition[]) {
    const own = startAtFirst(this.selected.from);
    const { sql, params } = toWhereClause([{ sql: `${column} = found.value`, params: [] }, ...conditions]);
    return { from: `json_each(?) found CROSS JOIN ${own}`, sql, params: [JSON.stringify(ids), ...params] };
  }

  /** Returns the fields of a search without an index, by their keys and titles. */
  private plainFields(): PlainSearch {
    const { plainSearch, table } = this.register;
    const fields = Object.entries(this.fields).flatMap(([name, field]) =>
      PLAIN_KINDS.has(field.kind) && field.place === 'column'
        ? [name, toKeyName(field.title)].map((key) => [key, `${table}.${name}`])
        : [],
    );
    return { fields: Object.fromEntries(fields), searched: plainSearch! };
  }
}
