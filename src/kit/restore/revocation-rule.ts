import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { tableNameOf } from '../data/query.ts';
import type { Reader, Row, Value } from '../data/reader.ts';
import type { Tx } from '../data/tx.ts';

/**
 * A column of a referenced row, used as part of a key. The ID alone may belong to a different row in other
 * data.
 */
interface ForeignKey {
  /** The column of the revoked row that refers to the other one. */
  by: AnySQLiteColumn;
  /** The column that it refers to. */
  key: AnySQLiteColumn;
  /** The column whose value becomes part of the key. */
  column: AnySQLiteColumn;
}

export type KeyPart = AnySQLiteColumn | ForeignKey;

/**
 * A rule for a table whose rows decide who may do something. A restore of older data must not undo a
 * revocation there.
 */
export interface RevocationRule {
  table: SQLiteTable;
  /**
   * A shared name for several tables that may contain the same thing. A revocation in one of them applies to
   * all. Defaults to the name of the table.
   */
  kind?: string;
  /** Columns that identify a row for good and are never reused: a hash, or its ID with its creation time. */
  identity: readonly KeyPart[];
  /**
   * Column values of a revoked row; null when revocation deletes the row. An empty object means that the
   * deletion of a row revokes nothing.
   */
  revokedState: Readonly<Record<string, Value>> | null;
  /** Deletes what belongs to a deleted row, such as its file. */
  afterDelete?(tx: Tx, row: Row): void;
  /** Columns whose latest values a restore applies to the restored row. */
  taken?: readonly AnySQLiteColumn[];
  /**
   * Returns the values to write to a restored row, from its latest state `last`. Defaults to all columns of
   * `taken`.
   */
  take?(last: Row, row: Row, context: RestoreContext): Row | undefined;
  /** Reports whether a recorded state can be applied, when the types of its columns do not decide that. */
  fits?(last: Row): boolean;
  /**
   * Columns of a restrictive row, such as a block. A restore inserts the row when the restored data lack it.
   */
  carried?: readonly AnySQLiteColumn[];
  /** Returns the whole row to insert; undefined to insert none. Defaults to the columns of `carried`. */
  carry?(last: Row, context: RestoreContext): Row | undefined;
  /**
   * Returns an SQL condition on the table alias `row`. Rows that do not match leave no record, such as rows
   * that anonymous callers create.
   */
  counts?(row: string): string;
  /** Returns the rows to exempt from revocation, because the appliance would be unusable without them. */
  listExempt?(reader: Reader, ids: readonly number[]): readonly number[];
}

/** The context of a row during a restore. */
export interface RestoreContext {
  /** The restored data. */
  reader: Reader;
  /** Returns the row with this key from the same table of the replaced data. */
  findPrevious(...same: Value[]): Row | undefined;
  /** Reports whether the keys of the restored data decrypt the value. */
  canDecrypt(sealed: string): boolean;
  /** Records for the audit log that a value was cleared because no key decrypts it. */
  recordCleared(what: string): void;
}

/**
 * Returns a key part that is a column of a referenced row, such as
 * `referencedKey(userroles.userid, users.userid, users.createddate)`.
 */
export const referencedKey = (
  by: AnySQLiteColumn,
  key: AnySQLiteColumn,
  column: AnySQLiteColumn,
): ForeignKey => ({
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

/** Returns an SQL expression for the key of a row: a JSON array. */
export const keyExpressionOf = ({ identity }: RevocationRule, row: string): string =>
  `json_array(${identity.map((part) => partOf(part, row)).join(', ')})`;

/** Returns the name under which the states of the rows are recorded. */
export const ruleKindOf = ({ kind, table }: RevocationRule): string => kind ?? tableNameOf(table);

/**
 * Returns the columns that the rule watches, because a change may be a revocation: those of `revokedState`,
 * of `taken` and of `carried`, in this order.
 */
export const watchedColumnsOf = ({ revokedState, taken = [], carried = [] }: RevocationRule): string[] => [
  ...new Set([...Object.keys(revokedState ?? {}), ...[...taken, ...carried].map(({ name }) => name)]),
];

/** Returns the columns of the row itself that are part of its key. */
export const ownKeyColumnsOf = ({ identity }: RevocationRule): string[] =>
  identity.map((part) => ('by' in part ? part.by.name : part.name));

/** Returns a SELECT of all rows of a table, each with its key and whether it counts. */
export const selectRowsWithKeys = (rule: RevocationRule): string => {
  const table = tableNameOf(rule.table);
  const counts = rule.counts?.(table) ?? '1';
  return `SELECT *, ${keyExpressionOf(rule, table)} AS lastingkey, ${counts} AS lastingcounts FROM ${table}`;
};

/**
 * Reports whether a row has all values of a revoked one. False under a rule whose revocation deletes the row.
 */
export function isRevokedRow({ revokedState }: RevocationRule, row: Row): boolean {
  const columns = Object.entries(revokedState ?? {});
  return columns.length > 0 && columns.every(([column, value]) => row[column] === value);
}
