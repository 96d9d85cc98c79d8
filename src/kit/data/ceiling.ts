import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { AppError } from '../errors.ts';
import type { Invariant } from './invariant.ts';
import type { JournalEntry } from './journal.ts';
import { nameOf } from './query.ts';
import type { Value } from './reader.ts';
import type { Tx } from './tx.ts';

/** How many rows there can be at most: in all, or of each owner. A list that is served whole has one. */
export interface Bound {
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
export const ceiling = (table: SQLiteTable, many: string, bound: Bound): Invariant =>
  ceilingOf(nameOf(table), many, bound);

export function ceilingOf(table: string, many: string, bound: Bound): Invariant {
  const { most, per, where } = bound;
  const conditions = [per && `${per.column} = ?`, where && `${where.column} = ${where.is}`].filter(Boolean);
  // Counted no further than it matters.
  const counted = `SELECT count(*) FROM (SELECT 1 FROM ${table}${conditions.length ? ` WHERE ${conditions.join(' AND ')}` : ''} LIMIT ${most + 1})`;
  return {
    name: `at most ${most.toLocaleString('en')} ${many}${per ? ` of one ${per.one}` : ''}`,
    tables: [table],
    whole: true,
    hold: (tx, changes) => {
      for (const owner of new Set(changes.filter(adds(bound)).map((change) => ownerOf(tx, bound, change))))
        if (owner !== undefined && tx.value<number>(counted, ...(per ? [owner] : []))! > most)
          throw new AppError('LIMIT', refusal(many, bound));
    },
  };
}

/** Whether a change makes one more of what is counted. */
const adds =
  ({ per, where }: Bound) =>
  ({ op, after }: JournalEntry): boolean =>
    op === 'insert' ||
    (op === 'update' &&
      [per?.column, where?.column].some((column) => column !== undefined && after?.[column] !== undefined));

/** Whose the row is now; undefined when it is nobody's, or does not count. */
function ownerOf(tx: Tx, { per, where }: Bound, { table, id }: JournalEntry): Value | undefined {
  if (!per && !where) return null;
  const row = tx.row(table, id);
  if (!row || (where && row[where.column] !== where.is)) return undefined;
  return per ? (row[per.column] ?? undefined) : null;
}

const refusal = (many: string, { most, per }: Bound): string =>
  `There are at most ${most.toLocaleString('en')} ${many}${per ? ` of one ${per.one}` : ''}: delete one that nobody needs first.`;
