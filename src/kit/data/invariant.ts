import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { JournalEntry } from './journal.ts';
import { tableNameOf } from './query.ts';
import type { Tx } from './tx.ts';

/** What holds after every commit, whoever writes: a route, an undo, an import, a bulk edit, an inventory. */
export interface Invariant {
  /** One line, for those who read which rules there are. */
  name: string;
  /** The tables whose changes may break it. */
  tables: readonly string[];
  /**
   * It is about several rows together: while a long undo, or the moving of what refers to a record, is half through it
   * may be broken, and holds once that is through.
   */
  isDeferrable?: boolean;
  /**
   * Runs just before the commit of a transaction that changed such a table. Mends what follows from the changes, or
   * throws an AppError, and then nothing of the transaction is kept.
   */
  enforce(tx: Tx, changes: readonly JournalEntry[]): void;
}

/** Declares an invariant over the journalled changes of these tables. */
export const invariant = (
  name: string,
  tables: readonly SQLiteTable[],
  hold: Invariant['enforce'],
): Invariant => ({ name, tables: tables.map(tableNameOf), enforce: hold });

/** Holds all of them over the journal from `mark` on, in their order: what one mends, those after it see. */
export function enforceInvariants(invariants: readonly Invariant[], tx: Tx, mark: number): void {
  for (const { tables, isDeferrable, enforce } of invariants) {
    const changes = changesOf(tx.journal, mark, tables);
    const isHalf = isDeferrable && tx.isUnfinished && (tx.isReversal || tx.isMerge);
    if (isHalf) tx.deferred?.push(...changes);
    const earlier =
      isDeferrable && !isHalf ? (tx.deferred ?? []).filter(({ table }) => tables.includes(table)) : [];
    if (!isHalf && changes.length + earlier.length > 0) enforce(tx, [...earlier, ...changes]);
  }
}

/** Returns the changes of these tables from `mark` on. Runs for each invariant after each row of an import. */
function changesOf(
  journal: readonly JournalEntry[],
  mark: number,
  tables: readonly string[],
): JournalEntry[] {
  const changes: JournalEntry[] = [];
  for (let n = mark; n < journal.length; n++) {
    const entry = journal[n]!;
    if (tables.includes(entry.table)) changes.push(entry);
  }
  return changes;
}
