import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { AppError } from '../errors.ts';
import type { Invariant } from './invariant.ts';
import type { JournalEntry } from './journal.ts';
import { tableNameOf } from './query.ts';
import type { Value } from './reader.ts';
import type { Tx } from './tx.ts';

/** How many rows there can be at most: in all, or of each owner. A list that is served whole has one. */
export interface RowLimit {
  most: number;
  /** The column that says whose a row is, and what an owner is called in the refusal. */
  per?: { column: string; one: string };
  /** Only rows with this value count. */
  where?: { column: string; is: number };
}

/**
 * Refuses what would make more rows than the bound, whoever writes: 409 LIMIT. Where there are more already, as in
 * data that is older than the bound, they stay and can be changed.
 */
export const rowLimit = (table: SQLiteTable, many: string, bound: RowLimit): Invariant =>
  createRowLimit(tableNameOf(table), many, bound);

export function createRowLimit(table: string, many: string, bound: RowLimit): Invariant {
  const { most, per, where } = bound;
  const conditions = [per && `${per.column} = ?`, where && `${where.column} = ${where.is}`].filter(Boolean);
  // Counted no further than it matters.
  const counted = `SELECT count(*) FROM (SELECT 1 FROM ${table}${conditions.length ? ` WHERE ${conditions.join(' AND ')}` : ''} LIMIT ${most + 1})`;
  return {
    name: `at most ${most.toLocaleString('en')} ${many}${per ? ` of one ${per.one}` : ''}`,
    tables: [table],
    isDeferrable: true,
    enforce: (tx, changes) => {
      for (const owner of ownersOf(tx, table, bound, changes.filter(adds(bound))))
        if (tx.value<number>(counted, ...(per ? [owner] : []))! + rehearsedOf(tx, table, bound, owner) > most)
          throw new AppError('LIMIT', refusal(many, bound));
    },
  };
}

/** Whether a change makes one more of what is counted. */
const adds =
  ({ per, where }: RowLimit) =>
  ({ op, after }: JournalEntry): boolean =>
    op === 'insert' ||
    (op === 'update' &&
      [per?.column, where?.column].some((column) => column !== undefined && after?.[column] !== undefined));

/** Whose the rows are now, leaving out those that are nobody's or do not count; asked at once, for they may be thousands. */
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

/** How many more of an owner there would be, had the earlier turns of a rehearsal not been taken back. */
function rehearsedOf({ dryRunJournal = [] }: Tx, table: string, bound: RowLimit, owner: Value): number {
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
  `There are at most ${most.toLocaleString('en')} ${many}${per ? ` of one ${per.one}` : ''}: delete one that nobody needs first.`;
