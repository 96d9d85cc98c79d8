import type { JournalEntry } from '../data/journal.ts';
import type { Reader } from '../data/reader.ts';
import type { Tx } from '../data/tx.ts';
import { putOutdated } from './queries.ts';

/** A table whose names are among the texts of a record. */
export interface NameReference {
  table: string;
  /** The columns whose change alters the texts: the name, and the parent in a tree. */
  columns: readonly string[];
  /** Returns the IDs of the records whose texts contain the name of this row. */
  referrers(reader: Reader, id: number): number[];
}

/** The domain event of a transaction that leaves outdated documents to the background task. */
export const SEARCH_OUTDATED = 'search.outdated';

/**
 * The maximum number of documents that a transaction updates because it renames or moves what they refer to.
 * More are left to the background task.
 */
const MAX_UPDATED_AT_ONCE = 100;

/**
 * Returns the records of a kind whose texts contain a name that the transaction changes. Returns none when
 * they are many, or when the transaction is part of a batch operation: then it puts them in the queue of the
 * background task.
 */
export function listOutdated(tx: Tx, kind: number, references: readonly NameReference[]): Set<number> {
  const ids = new Set<number>();
  for (const entry of tx.journal)
    for (const reference of references)
      if (isRenamed(entry, reference)) for (const id of reference.referrers(tx, entry.id)) ids.add(id);
  if (ids.size === 0 || (ids.size <= MAX_UPDATED_AT_ONCE && !tx.idleRecords)) return ids;
  putOutdated.run(tx, { kind, ids: JSON.stringify([...ids]) });
  tx.emit({ name: SEARCH_OUTDATED });
  return new Set();
}

const isRenamed = ({ table, op, after }: JournalEntry, reference: NameReference): boolean =>
  op === 'update' && table === reference.table && reference.columns.some((column) => column in (after ?? {}));
