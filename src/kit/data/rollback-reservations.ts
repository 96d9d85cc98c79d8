import { foldName } from '../fold-name.ts';
import type { JournalEntry } from './journal.ts';
import type { Row } from './reader.ts';
import type { Schema } from './schema.ts';
import type { UniqueIndex } from './table-info.ts';

/** The parts of a transaction that show which unique values it took and released. */
export interface LockCheckInput {
  journal: readonly JournalEntry[];
  schema: Schema;
  row(table: string, id: number): Row | undefined;
}

/**
 * The values that rows had before a batch operation changed them, and that a rollback needs again. Other
 * transactions may not take the values of their unique indexes, nor delete the rows that they referred to.
 */
export class RollbackReservations {
  private readonly values = new Set<string>();
  private readonly rows = new Set<string>();

  add(tx: LockCheckInput): void {
    for (const value of valuesBefore(tx)) this.values.add(value);
    for (const { table, before, after } of tx.journal)
      for (const key of before ? tx.schema.table(table).foreignKeys : [])
        if (isGivenUp(key.column, before!, after)) this.rows.add(nameOf(key.table, before![key.column]));
  }

  absorb(other: RollbackReservations): void {
    for (const value of other.values) this.values.add(value);
    for (const row of other.rows) this.rows.add(row);
  }

  conflictsWith(tx: LockCheckInput): boolean {
    return (
      (this.rows.size > 0 &&
        tx.journal.some(({ op, table, id }) => op === 'delete' && this.rows.has(nameOf(table, id)))) ||
      (this.values.size > 0 && valuesAfter(tx).some((value) => this.values.has(value)))
    );
  }
}

const nameOf = (table: string, id: unknown): string => `${table}/${id}`;

/** Reports whether the column had a value that the row no longer has. */
const isGivenUp = (column: string, before: Row, after: Row | null): boolean =>
  (before[column] ?? null) !== null && before[column] !== after?.[column];

const isTouched = ({ columns }: UniqueIndex, { before, after }: JournalEntry): boolean =>
  columns.some((column) => before?.[column] !== after?.[column]);

/**
 * Returns the unique values that each row had before each of its changes, the last change first. The journal
 * has only the changed columns, so the rest comes from the row.
 */
function valuesBefore(tx: LockCheckInput): string[] {
  const earlier = new Map<string, Row>();
  return tx.journal.toReversed().flatMap((entry) => {
    const { table, id, before } = entry;
    const touched = tx.schema.table(table).uniqueIndexes.filter((index) => isTouched(index, entry));
    if (!before || touched.length === 0) return [];
    const name = nameOf(table, id);
    const row = { ...(earlier.get(name) ?? tx.row(table, id)), ...before };
    earlier.set(name, row);
    return touched.flatMap((index) => entryOf(table, index, row));
  });
}

function valuesAfter(tx: LockCheckInput): string[] {
  return tx.journal.flatMap((entry) => {
    const { table, id, after } = entry;
    const touched = tx.schema.table(table).uniqueIndexes.filter((index) => isTouched(index, entry));
    const row = after && touched.length > 0 ? tx.row(table, id) : undefined;
    return row ? touched.flatMap((index) => entryOf(table, index, row)) : [];
  });
}

/**
 * Returns the index entry as text, with case-insensitive columns folded. Returns none when a null makes the
 * index allow duplicates.
 */
function entryOf(table: string, { name, columns, folded, isPlain }: UniqueIndex, row: Row): string[] {
  const values = columns.map((column) => {
    const value = row[column] ?? null;
    return typeof value === 'string' && folded.has(column) ? foldName(value) : value;
  });
  if (isPlain && values.includes(null)) return [];
  return [`${table}/${name}/${JSON.stringify(values)}`];
}
