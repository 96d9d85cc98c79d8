import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { JournalEntry } from './journal.ts';
import { tableNameOf } from './query.ts';
import type { Tx } from './tx.ts';

/**
 * A rule about the data that is enforced at each commit of journaled changes, whichever operation writes
 * them: a route, an undo or an import.
 */
export interface Invariant {
  /** A one-line description for readers of the list of rules. */
  name: string;
  /** The tables whose changes may violate the rule. */
  tables: readonly string[];
  /**
   * True for a rule about several rows together. An undo or a merge in several transactions may violate it
   * until the last of them, which then enforces it.
   */
  isDeferrable?: boolean;
  /**
   * Runs at the end of a transaction that journaled changes of such a table, and in dry runs. Fixes the data
   * that depend on the changes, or throws an AppError, which rolls back the whole transaction.
   */
  enforce(tx: Tx, changes: readonly JournalEntry[]): void;
}

/** Declares an invariant over the journaled changes of these tables. It is not deferrable. */
export const invariant = (
  name: string,
  tables: readonly SQLiteTable[],
  enforce: Invariant['enforce'],
): Invariant => ({ name, tables: tables.map(tableNameOf), enforce });

/**
 * Enforces all invariants over the journal from `mark` on, in their order. Each sees the fixes of those
 * before it. An undo or a merge may take several transactions. A deferrable invariant is enforced in the last
 * one, and the changes of the earlier ones wait for it in `tx.deferred`.
 */
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

/**
 * Returns the changes of these tables from `mark` on. Runs for each invariant after each row of an import.
 */
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
