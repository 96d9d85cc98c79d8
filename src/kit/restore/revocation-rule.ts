import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { tableNameOf } from '../data/query.ts';
import type { Reader, Row, Value } from '../data/reader.ts';
import type { Tx } from '../data/tx.ts';

/** A column of the row that this one refers to: a number alone may be another one's in other data. */
interface Referred {
  /** Of this row. */
  by: AnySQLiteColumn;
  /** What it refers to. */
  key: AnySQLiteColumn;
  /** What is taken from there. */
  column: AnySQLiteColumn;
}

export type KeyPart = AnySQLiteColumn | Referred;

/** What says who may do something, and that a restore of older data does not make wider again once it was ended. */
export interface RevocationRule {
  table: SQLiteTable;
  /** One name for tables of which any may hold the same thing: what ended in one of them ended in each. */
  kind?: string;
  /** By what a row is known for the same, never given twice: a hash, or its number with the instant at which it was made. */
  identity: readonly KeyPart[];
  /** How a row looks that was ended; null where it is not there any more. Empty: nothing ends with its going. */
  revokedState: Readonly<Record<string, Value>> | null;
  /** Deletes what belongs to a row that was deleted, such as its file. */
  afterDelete?(tx: Tx, row: Row): void;
  /** Columns that are taken as they were last. */
  taken?: readonly AnySQLiteColumn[];
  /** What is written to a row of restored data for how it was last; without it all of `taken`. */
  take?(last: Row, row: Row, around: RestoreContext): Row | undefined;
  /** Whether what was kept of a row can be taken, where its columns alone do not say. */
  fits?(last: Row): boolean;
  /** Columns of a row that takes a right, such as a block: where restored data lack it, it is put in. */
  carried?: readonly AnySQLiteColumn[];
  /** The whole row that is put in; undefined where it is not. */
  carry?(last: Row, around: RestoreContext): Row | undefined;
  /** A condition for rows that count, by a name for the row; of what strangers make nothing is kept. */
  counts?(row: string): string;
  /** Of rows that are to end, those that stay all the same, since nobody could go on without them. */
  listExempt?(reader: Reader, ids: readonly number[]): readonly number[];
}

/** What a restore knows beside a row. */
export interface RestoreContext {
  /** The restored data. */
  reader: Reader;
  /** A row of the same table in the data of before. */
  findPrevious(...same: Value[]): Row | undefined;
  /** Whether the keys of the restored data open what was sealed. */
  canDecrypt(sealed: string): boolean;
  /** Says in the log that a value was cleared, since nobody can open it any more. */
  recordCleared(what: string): void;
}

/** Known by what another row is: `referred(userroles.userid, users.userid, users.createddate)`. */
export const referencedKey = (
  by: AnySQLiteColumn,
  key: AnySQLiteColumn,
  column: AnySQLiteColumn,
): Referred => ({
  by,
  key,
  column,
});

const partOf = (part: KeyPart, row: string): string => {
  if (!('by' in part)) return `${row}.${part.name}`;
  const { by, key, column } = part;
  const table = tableNameOf(column.table);
  return `(SELECT ${table}.${column.name} FROM ${table} WHERE ${table}.${key.name} = ${row}.${by.name})`;
};

/** An expression for what a row is known by: a JSON list. */
export const keyExpressionOf = ({ identity }: RevocationRule, row: string): string =>
  `json_array(${identity.map((part) => partOf(part, row)).join(', ')})`;

/** Under which name it is kept what was ended. */
export const ruleKindOf = ({ kind, table }: RevocationRule): string => kind ?? tableNameOf(table);

/** The columns whose changes tell of an end, in their order. */
export const watchedColumnsOf = ({ revokedState, taken = [], carried = [] }: RevocationRule): string[] => [
  ...new Set([...Object.keys(revokedState ?? {}), ...[...taken, ...carried].map(({ name }) => name)]),
];

/** Columns of the row itself by which it is known. */
export const ownKeyColumnsOf = ({ identity }: RevocationRule): string[] =>
  identity.map((part) => ('by' in part ? part.by.name : part.name));

/** All rows of a table, each with what it is known by, and whether it counts. */
export const selectRowsWithKeys = (end: RevocationRule): string => {
  const table = tableNameOf(end.table);
  const counts = end.counts?.(table) ?? '1';
  return `SELECT *, ${keyExpressionOf(end, table)} AS lastingkey, ${counts} AS lastingcounts FROM ${table}`;
};

/** Whether a row as it was last had ended. */
export function isRevokedRow({ revokedState }: RevocationRule, row: Row): boolean {
  const columns = Object.entries(revokedState ?? {});
  return columns.length > 0 && columns.every(([column, value]) => row[column] === value);
}
