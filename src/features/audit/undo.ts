import type { Row } from '../../kit/data/reader.ts';
import type { JournalEntry, Tx, WriteContext } from '../../kit/data/tx.ts';
import { AppError, notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { auditRow, entriesOf, undoOf } from './queries.ts';

/**
 * Puts every row that an audit row changed back exactly as it was, while nothing newer touched it; otherwise
 * 409 CONFLICT, with `details.changed` naming what changed since. The undo is itself an audit row.
 */
export function undo(
  host: Host,
  context: WriteContext,
  auditlogid: number,
): { auditlogid: number; reversed: number } {
  const reversed = host.db.transact(context, (tx) => {
    const entries = journalOf(tx, auditlogid);
    const changed = leftBehind(entries).filter((state) => !isUntouched(tx, state));
    if (changed.length > 0) throw changedSince(changed.map(({ table, id }) => ({ table, id })));
    for (const entry of entries.toReversed()) reverse(host, tx, entry);
    tx.audit({
      action: 'audit.change.undone',
      entitytype: 'audit',
      entityid: auditlogid,
      details: { undoof: auditlogid, rows: entries.length },
    });
    return entries.length;
  });
  host.settings.forget();
  return { auditlogid: context.auditid!, reversed };
}

function journalOf(tx: Tx, auditlogid: number): JournalEntry[] {
  const row = auditRow.get(tx, { auditlogid });
  if (!row) throw notFound('Audit row');
  const journal = entriesOf.get(tx, { auditlogid });
  if (row.undoable === 0 || !journal) throw new AppError('CONFLICT', 'This change cannot be undone.');
  if (undoOf.get(tx, { auditlogid })) throw new AppError('CONFLICT', 'This change was undone already.');
  return JSON.parse(journal.entries) as JournalEntry[];
}

interface LeftBehind {
  table: string;
  id: number;
  /** The columns as the change left them; null when it left no row. */
  columns: Row | null;
}

/** How the change as a whole left each row: one transaction may touch a row more than once. */
function leftBehind(entries: JournalEntry[]): LeftBehind[] {
  const states = new Map<string, LeftBehind>();
  for (const { table, id, op, after } of entries) {
    const key = `${table}/${id}`;
    const columns = op === 'update' ? { ...states.get(key)?.columns, ...after } : after;
    states.set(key, { table, id, columns });
  }
  return [...states.values()];
}

/** Whether the row is still as the change left it: its stamp moves with every write. */
function isUntouched(tx: Tx, { table, id, columns }: LeftBehind): boolean {
  const now = tx.row(table, id);
  if (columns === null) return now === undefined;
  return now !== undefined && Object.entries(columns).every(([column, value]) => now[column] === value);
}

function changedSince(changed: { table: string; id: number }[]): AppError {
  const first = changed[0]!;
  const more = changed.length > 1 ? ` and ${changed.length - 1} more` : '';
  return new AppError(
    'CONFLICT',
    `${first.table} ${first.id}${more} changed since, so this cannot be undone.`,
    { changed: changed.slice(0, 100) },
  );
}

function reverse(host: Host, tx: Tx, entry: JournalEntry): void {
  const { table, id } = entry;
  if (entry.op === 'delete') {
    restore(tx, table, entry.before as Row);
  } else if (entry.op === 'insert') {
    refuseUsed(host, tx, table, id);
    tx.delete(table, id);
    return;
  } else tx.write(table, id, entry.before as Row);
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

/** What was created may have been used meanwhile. */
function refuseUsed(host: Host, tx: Tx, table: string, id: number): void {
  for (const { table: other, column } of tx.schema.referencesTo(table)) {
    const used = tx.value<number>(`SELECT count(*) FROM ${other} WHERE ${column} = ?`, id);
    const kind = host.registers.ofTable(other)?.title.toLowerCase() ?? other;
    if (used)
      throw new AppError(
        'CONFLICT',
        `What this change created is used by ${used} ${kind} now, so it cannot be undone.`,
        { references: { [other]: used } },
      );
  }
}
