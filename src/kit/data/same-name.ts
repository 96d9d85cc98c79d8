import { getTableName, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { foldName } from '../fold-name.ts';
import { ConvertedPlaceholder } from './query.ts';
import type { Value } from './reader.ts';

/** A column with unique names, by the names of its table and of the table's id. */
export interface NameColumn {
  table: string;
  id: string;
  column: string;
}

/** Returns the form in which a stored value is compared: that of a name is folded, and nothing is null. */
export const nameKey = (value: Value | undefined): Value =>
  typeof value === 'string' ? foldName(value) : (value ?? null);

/** SQL: the names whose folded form is a parameter. ASCII names compare in the column, the others in `foldednames`. */
const conditionOf = ({ table, id, column }: NameColumn): [ascii: string, others: string, end: string] => [
  `(${table}.${column} = `,
  ` OR ${table}.${id} IN (SELECT recordid FROM foldednames WHERE tablename = '${table}' AND columnname = '${column}' AND folded = `,
  '))',
];

/** Returns the condition that a column has this name in any letter case of any alphabet, with its parameters. */
export function sameName(column: NameColumn, name: Value): { sql: string; params: Value[] } {
  const key = nameKey(name);
  return { sql: conditionOf(column).join('?'), params: [key, key] };
}

/** The same condition for drizzle; `name` is a text, or the parameter of a fixed statement with one. */
export function isNamed(column: SQLiteColumn, name: Placeholder<string, string | null> | string): SQL {
  const key = typeof name === 'string' ? nameKey(name) : new ConvertedPlaceholder(name.name, nameKey);
  const [ascii, others, end] = conditionOf(nameColumnOf(column)).map((text) => sql.raw(text));
  return sql`${ascii}${key}${others}${key}${end}`;
}

/**
 * Reports whether a condition looks a name up. SQLite takes other conditions for more selective than it, unless their
 * columns have a plus.
 */
export const isByName = (condition: { sql: string }): boolean => condition.sql.includes('foldednames');

/** SQL to order by: the record whose name has the very spelling comes before others that differ in letter case only. */
export const exactFirst = (column: SQLiteColumn, name: Placeholder<string, string | null>): SQL =>
  sql`${column} <> ${name} COLLATE BINARY`;

function nameColumnOf(column: SQLiteColumn): NameColumn {
  const id = getTableConfig(column.table).columns.find(({ primary }) => primary);
  return { table: getTableName(column.table), id: id!.name, column: column.name };
}
