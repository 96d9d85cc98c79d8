import { getTableName, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { foldName } from '../fold-name.ts';
import type { HostNameForms } from '../host-name.ts';
import { ConvertedPlaceholder, type Params } from './query.ts';
import type { Value } from './reader.ts';

/** A column of names, with the names of its table and of the table's ID column. */
export interface NameColumn {
  table: string;
  id: string;
  column: string;
}

/** Returns the form in which a stored value is compared: text is folded, and a missing value is null. */
export const toComparisonKey = (value: Value | undefined): Value =>
  typeof value === 'string' ? foldName(value) : (value ?? null);

/**
 * Returns the condition that a name compares with others as `compare` states. ASCII names are compared in the
 * column itself, and names with other letters by their folded form in `foldednames`. `compare` receives the
 * operand: the column or the folded form. `indexedBehind` is a condition on the columns before the name in
 * its index, so that SQLite can use that index. It must be true for every record, or be part of the statement
 * anyway.
 */
function conditionOf(
  { table, id, column }: NameColumn,
  compare: (operand: SQL) => SQL,
  indexedBehind?: SQL,
): SQL {
  const compared = compare(sql.raw(`${table}.${column}`));
  const own = indexedBehind ? sql`(${indexedBehind} AND ${compared})` : compared;
  const others = sql.raw(`${table}.${id} IN (${foldedOf({ table, column })}`);
  return sql`(${own} OR ${others} AND ${compare(sql.raw('folded'))}))`;
}

/** Returns the SQL for the records whose name in this column has letters beyond ASCII. */
export const foldedOf = ({ table, column }: Pick<NameColumn, 'table' | 'column'>): string =>
  `SELECT recordid FROM foldednames WHERE tablename = '${table}' AND columnname = '${column}'`;

/**
 * Returns the condition that the value of a column equals this name, in any letter case of any alphabet, with
 * its parameters. For null it is never true.
 */
export function sameName({ table, id, column }: NameColumn, name: Value): { sql: string; params: Value[] } {
  const key = toComparisonKey(name);
  const others = `${foldedOf({ table, column })} AND folded = ?`;
  return { sql: `(${table}.${column} = ? OR ${table}.${id} IN (${others}))`, params: [key, key] };
}

/**
 * Returns the drizzle condition that the value of a column equals the name, as in `sameName`. `name` is a
 * text or the parameter of a fixed statement. `indexedBehind` is a condition on the columns before the name
 * in its index, which must hold for every match.
 */
export function isNamed(
  column: SQLiteColumn,
  name: Placeholder<string, string | null> | string,
  indexedBehind?: SQL,
): SQL {
  const key =
    typeof name === 'string' ? toComparisonKey(name) : new ConvertedPlaceholder(name.name, toComparisonKey);
  return conditionOf(nameColumnOf(column), (operand) => sql`${operand} = ${key}`, indexedBehind);
}

/**
 * Returns the condition that a column has one of the names in a JSON list, in any letter case of any
 * alphabet. `indexedBehind` is as for `isNamed`.
 */
export function isNamedAmong(
  column: SQLiteColumn,
  names: Placeholder<string, string>,
  indexedBehind?: SQL,
): SQL {
  const keys = new ConvertedPlaceholder(names.name, (list) =>
    JSON.stringify((JSON.parse(String(list)) as Value[]).map(toComparisonKey)),
  );
  return conditionOf(
    nameColumnOf(column),
    (operand) => sql`${operand} IN (SELECT value FROM json_each(${keys}))`,
    indexedBehind,
  );
}

/**
 * Returns the condition that a name is between two others, both excluded, in any letter case of any alphabet.
 * `indexedBehind` is a condition on the columns before the name in its index, which must hold for every
 * match.
 */
export function isNamedBetween(
  column: SQLiteColumn,
  from: Placeholder<string, string>,
  to: Placeholder<string, string>,
  indexedBehind?: SQL,
): SQL {
  const [least, most] = [from, to].map(({ name }) => new ConvertedPlaceholder(name, toComparisonKey));
  return conditionOf(
    nameColumnOf(column),
    (operand) => sql`(${operand} > ${least} AND ${operand} < ${most})`,
    indexedBehind,
  );
}

/**
 * Returns the condition that a column has a host name, in any letter case. A name without a domain also
 * matches with any domain, and a name with a domain also matches without it.
 */
export const isHostNamed = (column: SQLiteColumn, { names, from, to }: Params<HostNameForms>): SQL =>
  sql`(${isNamedAmong(column, names)} OR ${isNamedBetween(column, from, to)})`;

/**
 * Reports whether a condition looks up a name. SQLite considers other conditions more selective than this
 * one, unless their columns have a unary plus.
 */
export const isByName = (condition: { sql: string }): boolean => condition.sql.includes('foldednames');

/**
 * Returns the SQL for ORDER BY that puts the record with the exact spelling before those that differ in
 * letter case. Older data may contain two records with one folded name.
 */
export const orderExactFirst = (column: SQLiteColumn, name: Placeholder<string, string | null>): SQL =>
  sql`${column} <> ${name} COLLATE BINARY`;

function nameColumnOf(column: SQLiteColumn): NameColumn {
  const id = getTableConfig(column.table).columns.find(({ primary }) => primary);
  return { table: getTableName(column.table), id: id!.name, column: column.name };
}
