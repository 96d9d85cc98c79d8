import type { JournalEntry } from '../../kit/data/journal.ts';
import type { Row } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';

/** A change of a row, with the whole row before and after it. */
export interface RowChange {
  entry: JournalEntry;
  /** Null when the change created the row. */
  before: Row | null;
  /** Null when the change deleted the row. */
  after: Row | null;
}

/**
 * Returns the changes of a transaction in the selected tables, in their order. Goes backwards from the current
 * rows, because the journal has only the changed columns of an update, and a row may change several times.
 */
export function listRowChanges(tx: Tx, isTracked: (table: string) => boolean): RowChange[] {
  const rows = new Map<string, Row | null>();
  const changes: RowChange[] = [];
  for (const entry of tx.journal.toReversed()) {
    if (!isTracked(entry.table)) continue;
    const key = `${entry.table}/${entry.id}`;
    const after = entry.op === 'update' ? (rows.get(key) ?? readRow(tx, entry)) : entry.after;
    const before = entry.op === 'update' ? after && { ...after, ...entry.before } : entry.before;
    rows.set(key, before);
    changes.push({ entry, before, after });
  }
  return changes.reverse();
}

/**
 * Returns the current row of an entry; null when statements outside the journal deleted it. Of an asset only the ID
 * matters, because it belongs to itself.
 */
const readRow = (tx: Tx, { table, id }: JournalEntry): Row | null =>
  table === 'assets' ? { assetid: id } : (tx.row(table, id) ?? null);
