import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { AppError } from '../errors.ts';
import type { Invariant } from './invariant.ts';
import type { JournalEntry } from './journal.ts';
import { tableNameOf } from './query.ts';
import type { Value } from './reader.ts';
import type { Tx } from './tx.ts';

/**
 * The maximum number of rows, in total or for each owner, such as for a list that is served without paging.
 */
export interface RowLimit {
  most: number;
  /** The column with the owner of a row, and the noun for an owner in the error message. */
  per?: { column: string; one: string };
  /** Counts only rows with this value. */
  where?: { column: string; is: number };
}

/**
 * Declares the invariant that a table has at most `bound.most` rows. Throws 409 LIMIT when a change would add
 * a row beyond it, whichever operation writes. Rows above the limit, as in data older than the limit, stay
 * and can be changed.
 */
export const rowLimit = (table: SQLiteTable, many: string, bound: RowLimit): Invariant =>
  createRowLimit(tableNameOf(table), many, bound);

/** Does the same as `rowLimit` for a table by its name. */
export function createRowLimit(table: string, many: string, bound: RowLimit): Invariant {
  const { most, per, where } = bound;
  const conditions = [per && `${per.column} = ?`, where && `${where.column} = ${where.is}`].filter(Boolean);
  // The count stops at one more than the limit, because a larger number makes no difference.
  const counted = `SELECT count(*) FROM (SELECT 1 FROM ${table}${conditions.length ? ` WHERE ${conditions.join(' AND ')}` : ''} LIMIT ${most + 1})`;
  return {
    name: `at most ${most.toLocaleString('en')} ${many}${per ? ` of one ${per.one}` : ''}`,
    tables: [table],
    isDeferrable: true,
    enforce: (tx, changes) => {
      for (const owner of ownersOf(tx, table, bound, changes.filter(adds(bound))))
        if (tx.value<number>(counted, ...(per ? [owner] : []))! + countDryRun(tx, table, bound, owner) > most)
          throw new AppError('LIMIT', refusal(many, bound));
    },
  };
}

/**
 * Reports whether a change adds a row to the count: an insert, or a new owner or a new value in the counted
 * column.
 */
const adds =
  ({ per, where }: RowLimit) =>
  ({ op, after }: JournalEntry): boolean =>
    op === 'insert' ||
    (op === 'update' &&
      [per?.column, where?.column].some((column) => column !== undefined && after?.[column] !== undefined));

/**
 * Returns the current owners of the changed rows. Omits rows without an owner and rows that do not count.
 * Uses one statement, because thousands of rows may have changed.
 */
function ownersOf(
  tx: Tx,
  table: string,
  { per, where }: RowLimit,
  changes: readonly JournalEntry[],
): readonly Value[] {
  if (changes.length === 0) return [];
  if (!per && !where) return [null];
  const conditions = [per && `${per.column} IS NOT NULL`, where && `${where.column} = ${where.is}`];
  const sql = `SELECT DISTINCT ${per?.column ?? 'NULL'} AS owner FROM ${table}
    WHERE ${tx.schema.table(table).id} IN (SELECT value FROM json_each(?)) AND ${conditions.filter(Boolean).join(' AND ')}`;
  const ids = JSON.stringify(changes.map(({ id }) => id));
  return tx.all<{ owner: Value }>(sql, ids).map(({ owner }) => owner);
}

/**
 * Returns the number of rows that earlier steps of a dry run added for an owner. They were rolled back, so
 * the table does not contain them.
 */
function countDryRun({ dryRunJournal = [] }: Tx, table: string, bound: RowLimit, owner: Value): number {
  const { per, where } = bound;
  return dryRunJournal.filter(
    (change) =>
      change.table === table &&
      adds(bound)(change) &&
      (!per || change.after?.[per.column] === owner) &&
      (!where || change.after?.[where.column] === where.is),
  ).length;
}

const refusal = (many: string, { most, per }: RowLimit): string =>
  `The limit of ${most.toLocaleString('en')} ${many}${per ? ` per ${per.one}` : ''} is reached. Delete an unused one first.`;
