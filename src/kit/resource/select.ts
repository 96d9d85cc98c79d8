import type { Reader, Row } from '../data/reader.ts';
import { SECRET_MASK } from '../secrets.ts';
import type { ColumnField, Field } from './fields.ts';
import {
  fromClauseOf,
  isActivatable,
  type RecordOut,
  type Register,
  stampedTableOf,
  tableOf,
} from './register.ts';
import { allFieldsOf, type Registers } from './registers.ts';

/** The SQL of a register's records and the conversion of their values, computed once. */
export interface Selection {
  /** The columns of a list. `alone` contains those of a single record, with long values in full. */
  columns: string;
  alone: string;
  from: string;
  booleans: string[];
  jsons: string[];
}

/**
 * Returns the parts of the SELECT statements that read the records of a register. References are scalar
 * subqueries: SQLite computes them for the served rows only, not for rows that paging skips.
 */
export function createSelection(registers: Registers, register: Register): Selection {
  const fields = allFieldsOf(registers, register);
  const ofKind = (kind: string) => Object.keys(fields).filter((name) => fields[name]!.kind === kind);
  const isCut = Object.values(fields).some((field) => field.place === 'column' && field.cutat);
  const columns = columnsOf(registers, register, fields, 'list');
  return {
    columns,
    alone: isCut ? columnsOf(registers, register, fields, 'alone') : columns,
    from: fromClauseOf(register),
    booleans: isActivatable(register) ? [...new Set([...ofKind('boolean'), 'isactive'])] : ofKind('boolean'),
    jsons: ofKind('json'),
  };
}

type ServingMode = 'list' | 'alone';

function columnsOf(
  registers: Registers,
  register: Register,
  fields: Record<string, Field>,
  serving: ServingMode,
): string {
  const columns = [`${register.table}.${register.id}`];
  if (register.asset) columns.push(`${register.table}.assetid`, ...assetType(registers));
  for (const [name, field] of Object.entries(fields)) {
    const table = tableOf(register, name);
    const expression = expressionOf(field, `${table}.${name}`, serving);
    if (expression) columns.push(expression === `${table}.${name}` ? expression : `${expression} AS ${name}`);
    if (field.ref) columns.push(displayColumn(registers, name, field, table));
  }
  const stamped = stampedTableOf(register);
  if (isActivatable(register)) columns.push(`${stamped}.isactive`);
  columns.push(`${stamped}.createddate`, `${stamped}.modifieddate`);
  return [...new Set(columns)].join(', ');
}

/**
 * Returns the SQL of a field; undefined for a value that is read separately. That of a secret returns its
 * mask.
 */
function expressionOf(field: Field, column: string, serving: ServingMode): string | undefined {
  if (field.place !== 'column') return field.from;
  if (field.cutat && serving === 'list') return `CASE WHEN NOT ${isLong(field, column)} THEN ${column} END`;
  return field.kind === 'secret' ? `CASE WHEN ${column} IS NOT NULL THEN '${SECRET_MASK}' END` : column;
}

/** Returns SQL that reports whether a value is cut from lists. A JSON text counts without its quotes. */
const isLong = ({ kind, cutat }: Pick<ColumnField, 'kind' | 'cutat'>, column: string): string =>
  `coalesce(length(${kind === 'json' ? `${column} ->> '$'` : column}) > ${cutat}, 0)`;

function assetType(registers: Registers): string[] {
  const field = registers.get('assets').fields.assettypeid!;
  return ['assets.assettypeid', displayColumn(registers, 'assettypeid', field, 'assets')];
}

/**
 * Returns the column that references to a register show: its label, or its ID when the label is a column of
 * the assets.
 */
export const displayLabel = ({ asset, label, fields, id }: Register): string =>
  asset && !(label in fields) ? id : label;

/**
 * Returns the subquery for the display name of a reference. Its alias is needed because a register may refer
 * to its own table.
 */
function displayColumn(registers: Registers, name: string, field: Field, table: string): string {
  const target = registers.get(field.ref!.register);
  const label = displayLabel(target);
  const key = registers.displayKey(name, field);
  return `(SELECT named.${label} FROM ${target.table} named WHERE named.${target.id} = ${table}.${name}) AS ${key}`;
}

/** Converts a stored row to the served record, in place: 0/1 become booleans, stored JSON becomes values. */
export function toServedRecord(selected: Selection, row: Row): RecordOut {
  const record = row as RecordOut;
  for (const name of selected.booleans) {
    if (record[name] === 1) record[name] = true;
    else if (record[name] === 0) record[name] = false;
  }
  for (const name of selected.jsons)
    if (typeof record[name] === 'string') record[name] = JSON.parse(record[name]);
  return record;
}

/** Adds values that are read separately to served records, one read for each field. */
export class Completion {
  private readonly reading: [string, Field & { place: 'computed' | 'part' }][];

  constructor(
    private readonly register: Register,
    fields: Record<string, Field>,
  ) {
    this.reading = Object.entries(fields).flatMap(([name, field]) =>
      field.place !== 'column' && field.read ? [[name, field]] : [],
    );
  }

  /** True for most registers: they have no values to read separately. */
  get isEmpty(): boolean {
    return this.reading.length === 0;
  }

  /** Completes the records. `alone` is true for a record that is served individually. */
  complete(reader: Reader, records: readonly RecordOut[], alone: boolean): void {
    if (records.length === 0) return;
    const wanted = this.reading.filter(([, field]) => alone || !field.alone);
    if (wanted.length === 0) return;
    const ids = records.map((record) => record[this.register.id] as number);
    for (const [name, field] of wanted) {
      const values = field.read!(reader, ids);
      for (const record of records)
        record[name] = values.get(record[this.register.id] as number) ?? field.none ?? null;
    }
  }
}
