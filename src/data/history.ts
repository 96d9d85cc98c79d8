import type { Row, Value } from './reader.ts';
import type { JournalEntry, Tx } from './tx.ts';

const STAMPS = new Set(['createddate', 'modifieddate']);
const tracked = new Map<string, string>();

/** Changes of this table's rows appear in the history of the asset that `column` names. */
export function trackHistory(table: string, column = 'assetid'): void {
  tracked.set(table, column);
}

/** Before-commit hook: one history row for each tracked field that changed, in the change's own transaction. */
export function writeHistory(tx: Tx): void {
  for (const entry of tx.journal) {
    const column = tracked.get(entry.table);
    if (column) writeEntry(tx, entry, column);
  }
}

function writeEntry(tx: Tx, entry: JournalEntry, column: string): void {
  const assetid = entry.after?.[column] ?? entry.before?.[column] ?? tx.row(entry.table, entry.id)?.[column];
  // A record that belongs to no asset has no history there.
  if (typeof assetid !== 'number') return;
  if (entry.op !== 'update') {
    // The creation of an asset is one row, not one for each of its fields.
    const what = entry.op === 'insert' ? 'created' : 'deleted';
    insert(tx, assetid, what, entry.table, null, null);
    return;
  }
  for (const field of Object.keys(entry.after as Row)) {
    if (STAMPS.has(field)) continue;
    insert(tx, assetid, 'updated', field, entry.before![field]!, entry.after![field]!);
  }
}

const text = (value: Value) => (value === null ? null : JSON.stringify(value));

function insert(tx: Tx, assetid: Value, action: string, field: string, before: Value, after: Value): void {
  const { actor } = tx.context;
  tx.run(
    `INSERT INTO assethistory (assetid, action, field, old, new, userid, username, actorkind, createddate, auditlogid)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    assetid,
    action,
    field,
    text(before),
    text(after),
    actor.userid,
    actor.name,
    actor.kind,
    tx.at,
    tx.context.auditid ?? null,
  );
}
