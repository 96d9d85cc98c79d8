import { isRefusal } from '../data/disk-errors.ts';
import type { JournalEntry } from '../data/journal.ts';
import type { Tx } from '../data/tx.ts';
import { computeRowsAfterChanges, isUnchangedSince, revertEntry } from './revert-entry.ts';

interface Named {
  table: string;
  id: number;
}

/** Rows of work that is taken back which stay as they are: somebody has changed them since, or has taken what they had. */
export class SkippedRows {
  private readonly rows = new Map<string, Named>();
  private readonly needed = new Set<string>();
  /** What does not hold any more of the rows together, in a sentence: somebody's change fits only what was taken back. */
  violation?: string;

  add(tx: Tx, { table, id }: Named): void {
    this.rows.set(`${table}/${id}`, { table, id });
    const row = tx.row(table, id);
    for (const key of row ? tx.schema.table(table).foreignKeys : [])
      this.needed.add(`${key.table}/${row![key.column]}`);
  }

  /** Whether one of them refers to the row, which therefore stays too. */
  hasReferenceTo({ table, id }: Named): boolean {
    return this.needed.has(`${table}/${id}`);
  }

  /** Whether the row was made with one of them, and would go with it. */
  hasParentOf(tx: Tx, { table, after }: JournalEntry): boolean {
    const { foreignKeys } = tx.schema.table(table);
    return foreignKeys.some(
      (key) => key.ondelete === 'CASCADE' && this.rows.has(`${key.table}/${after?.[key.column]}`),
    );
  }

  get isEmpty(): boolean {
    return this.rows.size === 0 && this.violation === undefined;
  }

  /** What the audit row says of them; nothing where all is as it was. */
  get auditDetails(): { stayed?: number; stayedrows?: Record<string, number[]>; broken?: string } {
    if (this.isEmpty) return {};
    const stayedrows: Record<string, number[]> = {};
    for (const { table, id } of [...this.rows.values()].slice(0, TOLD_ROWS))
      stayedrows[table] = [...(stayedrows[table] ?? []), id];
    return {
      stayed: this.rows.size,
      stayedrows,
      ...(this.violation !== undefined && { broken: this.violation }),
    };
  }
}

const TOLD_ROWS = 100;

/** Puts the rows back as they were, the last change first; throws what refuses it. */
export function revertEntries(tx: Tx, entries: readonly JournalEntry[], stayed: SkippedRows): void {
  keepWritten(tx, entries, stayed);
  for (const entry of entries.toReversed())
    if (mayGo(tx, entry, stayed)) revertEntry(tx, entry, (table) => table);
    else stayed.add(tx, entry);
}

/** The same where something refuses it: each row by itself, and those that cannot be put back stay. */
export function revertEachEntry(tx: Tx, entries: readonly JournalEntry[], stayed: SkippedRows): void {
  keepWritten(tx, entries, stayed);
  for (const entry of entries.toReversed())
    if (!mayGo(tx, entry, stayed) || !isPutBack(tx, entry)) stayed.add(tx, entry);
}

/** What was made here and written by somebody since: known first, so that a record stays or goes whole. */
function keepWritten(tx: Tx, entries: readonly JournalEntry[], stayed: SkippedRows): void {
  const made = new Set(entries.flatMap(({ table, id, op }) => (op === 'insert' ? `${table}/${id}` : [])));
  for (const left of computeRowsAfterChanges(entries))
    if (made.has(`${left.table}/${left.id}`) && !isUnchangedSince(tx, tx.schema, left)) stayed.add(tx, left);
}

/** Whether nobody wrote the row since, and no row that stays needs it or is one record with it. */
function mayGo(tx: Tx, entry: JournalEntry, stayed: SkippedRows): boolean {
  const { table, id, op, after } = entry;
  if (op === 'insert' && (stayed.hasReferenceTo(entry) || stayed.hasParentOf(tx, entry))) return false;
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
