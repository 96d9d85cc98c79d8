import type { Reader } from '../data/reader.ts';
import type { SqlCondition } from '../data/sql-condition.ts';
import { startAtFirst } from '../data/start-at-first.ts';
import { invalid } from '../errors.ts';
import type { AddedSort } from './added-fields.ts';
import { createAddedSegments } from './added-segments.ts';
import { createFewSegment, isReadFromFew } from './few-values.ts';
import type { Field } from './fields.ts';
import { idColumnOf, sortsOf } from './list-sorts.ts';
import { createNameSegments, type Direction, type ListSegment } from './name-order.ts';
import type { OperatorFilters } from './operator-filters.ts';
import type { Input, Register } from './register.ts';
import type { ExtensionField } from './register-extension.ts';
import { allFieldsOf, type Registers } from './registers.ts';
import { createValueOrder, listValueSorts, orderByText } from './value-order.ts';

/** The rows of a list before they are sorted. */
export interface OrderedRows {
  from: string;
  /** The conditions, which start with ` WHERE ` or are empty. */
  sql: string;
  /** True when the list is long, so that a page is soon full when the rows are read in their order. */
  isLong: boolean;
  /** SQL that orders the records with a searched identifier before others. */
  exactFirst?: string;
}

/** The order of one list. Each column sorts: those with `sort` by an index, the others by their values. */
export class ListOrder {
  /** The sort options with an index, each with its SQL column. */
  readonly indexed: Readonly<Record<string, string>>;
  /** All sort options. */
  readonly names: readonly string[];
  private readonly fields: Readonly<Record<string, Field>>;

  constructor(
    private readonly registers: Registers,
    private readonly register: Register,
    private readonly list: { from: string; operators: OperatorFilters },
  ) {
    this.fields = allFieldsOf(registers, register);
    this.indexed = sortsOf(registers, register, this.fields);
    this.names = listSortsOf(registers, register);
  }

  /**
   * Returns the statement of the list, or several whose results follow one another. Throws 400 for a sort that
   * the list does not have.
   */
  createSegments(reader: Reader, rows: OrderedRows, query: Input): ListSegment[] {
    const segments = this.createOwnSegments(reader, rows, query);
    const { exactFirst } = rows;
    return exactFirst
      ? segments.map((segment) => ({ ...segment, order: `${exactFirst} DESC, ${segment.order}` }))
      : segments;
  }

  private createOwnSegments(reader: Reader, rows: OrderedRows, query: Input): ListSegment[] {
    const { register } = this;
    const name = (query.sort as string | undefined) ?? register.sort;
    const isByItself = query.sort === undefined && register.newestFirst;
    const direction = (query.dir ?? (isByItself ? 'desc' : 'asc')) === 'desc' ? 'DESC' : 'ASC';
    const extension = this.findExtensionField(name);
    const added = this.list.operators.findAdded(reader, name) ?? toAddedSort(name, extension);
    if (added) return this.createAddedSegments(rows, added, direction);
    if (extension?.order)
      return [this.createSegment(rows, orderByText(extension.order(reader), direction), direction)];
    const column = Object.hasOwn(this.indexed, name) ? this.indexed[name] : undefined;
    if (!column) return [this.createValueSegment(reader, rows, name, direction)];
    // A search finds few records, so they are sorted by the name of each.
    if (this.fields[name]?.ref)
      return rows.from === this.list.from
        ? createNameSegments(this.registers, register, name, rows.sql, direction)
        : [this.createValueSegment(reader, rows, name, direction)];
    const order = `${column} ${direction}, ${idColumnOf(register)} ${direction}`;
    // SQLite may start at the assets and sort all of them. The order of the register's own table has an index.
    const inOwnOrder = rows.isLong && order.startsWith(`${register.table}.`);
    return [{ ...rows, order, from: inOwnOrder ? startAtFirst(rows.from) : rows.from }];
  }

  /** Sorts by values without an index: SQLite reads all rows and keeps those of the page. */
  private createValueSegment(
    reader: Reader,
    rows: OrderedRows,
    name: string,
    direction: Direction,
  ): ListSegment {
    const { registers, register } = this;
    const own = this.fields[name];
    if (own && isReadFromFew(own)) return createFewSegment(reader, { register, field: own }, rows, direction);
    const field = this.names.includes(name) ? this.list.operators.findField(name) : undefined;
    if (!field) throw invalid('sort', `Sort by one of ${this.names.join(', ')}.`);
    const order = createValueOrder(registers, { register, name, field }, direction, reader);
    return this.createSegment(rows, order, direction);
  }

  private createSegment(rows: OrderedRows, { sql, params }: SqlCondition, direction: Direction): ListSegment {
    const column = idColumnOf(this.register);
    return {
      ...rows,
      order: `${sql}, ${column} ${direction}`,
      orderParams: params,
      sortedIds: { column, from: this.list.from },
    };
  }

  private createAddedSegments(rows: OrderedRows, added: AddedSort, direction: Direction): ListSegment[] {
    if (rows.from === this.list.from) return createAddedSegments(this.register, added, rows.sql, direction);
    // A search finds few records, so the value of each is read.
    const { table, order, isOwn } = added;
    const value = `(SELECT ${order} FROM ${table} sorted WHERE sorted.assetid = assets.assetid AND ${isOwn})`;
    const last = `assets.assetid ${direction}`;
    return [{ ...rows, order: `${value} IS NULL ${direction}, ${value} ${direction}, ${last}` }];
  }

  private findExtensionField(name: string): ExtensionField | undefined {
    const fields = this.registers.listExtensions(this.register).map((extension) => extension.fields);
    return fields.find((one) => Object.hasOwn(one, name))?.[name];
  }
}

const toAddedSort = (name: string, field: ExtensionField | undefined): AddedSort | undefined =>
  field?.sortedIn === undefined
    ? undefined
    : { table: field.sortedIn, order: `sorted.${name}`, isOwn: `${name} IS NOT NULL` };

/** Returns the names of all sort options of a list. */
export const listSortsOf = (registers: Registers, register: Register): string[] => [
  ...new Set([
    ...Object.keys(sortsOf(registers, register, allFieldsOf(registers, register))),
    ...listValueSorts(registers, register),
  ]),
];
