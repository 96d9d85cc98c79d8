import { isRefusal } from '../data/disk-errors.ts';
import type { JournalEntry } from '../data/journal.ts';
import type { Tx } from '../data/tx.ts';
import { computeRowsAfterChanges, isUnchangedSince, revertEntry } from './revert-entry.ts';

interface RowReference {
  table: string;
  id: number;
}

/**
 * Rows that a rollback leaves as they are, because they have been changed since or a value or reference that
 * they need is now taken.
 */
export class SkippedRows {
  private readonly rows = new Map<string, RowReference>();
  private readonly needed = new Set<string>();
  /**
   * A sentence about an invariant over several rows that is violated, because a later change fits only the
   * rolled-back state.
   */
  violation?: string;

  /** Records a skipped row, and the rows that it refers to. */
  add(tx: Tx, { table, id }: RowReference): void {
    this.rows.set(`${table}/${id}`, { table, id });
    const row = tx.row(table, id);
    for (const key of row ? tx.schema.table(table).foreignKeys : [])
      this.needed.add(`${key.table}/${row![key.column]}`);
  }

  /** Reports whether a skipped row refers to this row, which must then be skipped as well. */
  hasReferenceTo({ table, id }: RowReference): boolean {
    return this.needed.has(`${table}/${id}`);
  }

  /** Reports whether this row belongs to a skipped row and would be deleted with it (ON DELETE CASCADE). */
  hasParentOf(tx: Tx, { table, after }: JournalEntry): boolean {
    const { foreignKeys } = tx.schema.table(table);
    return foreignKeys.some(
      (key) => key.ondelete === 'CASCADE' && this.rows.has(`${key.table}/${after?.[key.column]}`),
    );
  }

  get isEmpty(): boolean {
    return this.rows.size === 0 && this.violation === undefined;
  }

  /**
   * Returns, for the details of the audit row, the number of skipped rows, the first 100 of them, and the
   * violation; empty without any.
   */
  get auditDetails(): { stayed?: number; stayedrows?: Record<string, number[]>; broken?: string } {
    if (this.isEmpty) return {};
    const stayedrows: Record<string, number[]> = {};
    for (const { table, id } of [...this.rows.values()].slice(0, MAX_REPORTED_ROWS))
      stayedrows[table] = [...(stayedrows[table] ?? []), id];
    return {
      stayed: this.rows.size,
      stayedrows,
      ...(this.violation !== undefined && { broken: this.violation }),
    };
  }
}

const MAX_REPORTED_ROWS = 100;

/**
 * Reverts the row changes, the last one first. Skips rows that changed since, rows to which a skipped row
 * refers and rows that belong to one, and adds them to `skipped`. Throws the error of the first rule that
 * rejects a revert.
 */
export function revertEntries(tx: Tx, entries: readonly JournalEntry[], skipped: SkippedRows): void {
  keepWritten(tx, entries, skipped);
  for (const entry of entries.toReversed())
    if (mayGo(tx, entry, skipped)) revertEntry(tx, entry, (table) => table);
    else skipped.add(tx, entry);
}

/**
 * Reverts the entries one by one after `revertEntries` was rejected. Rows that cannot be reverted are
 * skipped.
 */
export function revertEachEntry(tx: Tx, entries: readonly JournalEntry[], skipped: SkippedRows): void {
  keepWritten(tx, entries, skipped);
  for (const entry of entries.toReversed())
    if (!mayGo(tx, entry, skipped) || !isPutBack(tx, entry)) skipped.add(tx, entry);
}

/**
 * Skips the rows that the operation created and a later change wrote. They are determined first, so that a
 * record is reverted or skipped as a whole.
 */
function keepWritten(tx: Tx, entries: readonly JournalEntry[], skipped: SkippedRows): void {
  const made = new Set(entries.flatMap(({ table, id, op }) => (op === 'insert' ? `${table}/${id}` : [])));
  for (const left of computeRowsAfterChanges(entries))
    if (made.has(`${left.table}/${left.id}`) && !isUnchangedSince(tx, tx.schema, left)) skipped.add(tx, left);
}

/**
 * Reports whether the row is unchanged since the operation, and no skipped row refers to it or belongs to the
 * same record.
 */
function mayGo(tx: Tx, entry: JournalEntry, skipped: SkippedRows): boolean {
  const { table, id, op, after } = entry;
  if (op === 'insert' && (skipped.hasReferenceTo(entry) || skipped.hasParentOf(tx, entry))) return false;
  return isUnchangedSince(tx, tx.schema, { table, id, columns: after });
}

function isPutBack(tx: Tx, entry: JournalEntry): boolean {
  try {
    tx.attempt(() => {
      const mark = tx.journal.length;
      revertEntry(tx, entry, (table) => table);
      tx.checkInvariants(mark);
    });
    return true;
  } catch (cause) {
    if (isRefusal(cause)) return false;
    throw cause;
  }
}
