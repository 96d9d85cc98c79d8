import type { JournalEntry } from '../data/journal.ts';
import type { Row } from '../data/reader.ts';
import type { Tx } from '../data/tx.ts';
import { AppError } from '../errors.ts';

/** Puts one row back as it was before the change. What the change created must not be used by anything meanwhile. */
export function reverse(tx: Tx, entry: JournalEntry, titleOf: (table: string) => string): void {
  const { table, id } = entry;
  if (entry.op === 'insert') {
    refuseUsed(tx, table, id, titleOf);
    tx.delete(table, id);
    return;
  }
  if (entry.op === 'delete') restore(tx, table, entry.before as Row);
  else tx.write(table, id, entry.before as Row);
  tx.record({
    table,
    id,
    op: entry.op === 'delete' ? 'insert' : 'update',
    before: entry.after,
    after: entry.before,
  });
}

function restore(tx: Tx, table: string, row: Row): void {
  const columns = Object.keys(row);
  tx.run(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    ...Object.values(row),
  );
}

function refuseUsed(tx: Tx, table: string, id: number, titleOf: (table: string) => string): void {
  for (const { table: other, column } of tx.schema.referencesTo(table)) {
    const used = tx.value<number>(`SELECT count(*) FROM ${other} WHERE ${column} = ?`, id);
    if (used)
      throw new AppError(
        'CONFLICT',
        `What this change created is used by ${used} ${titleOf(other)} now, so it cannot be undone.`,
        { references: { [other]: used } },
      );
  }
}
