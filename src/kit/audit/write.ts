import type { Row } from '../data/reader.ts';
import type { JournalEntry, Tx } from '../data/tx.ts';
import { auditHash } from './chain.ts';

/** Columns whose values never reach the audit log, the history or the undo journal. */
const secretColumns = new Set(['passwordhash', 'secrethash', 'sealed']);
const UNLISTED = new Set(['createddate', 'modifieddate']);
const HIDDEN = '********';

/** Before-commit hook: the transaction's audit row, chained to the one before it, and its undo journal. */
export function writeAudit(tx: Tx): void {
  const { note, context } = tx;
  if (!note) return;
  const last = tx.get<{ auditlogid: number; hash: string }>(
    'SELECT auditlogid, hash FROM auditlogs ORDER BY auditlogid DESC LIMIT 1',
  );
  const touchesSecrets = tx.journal.some((entry) => hasSecret(entry.before) || hasSecret(entry.after));
  const undoable = (note.undoable ?? true) && tx.journal.length > 0 && !touchesSecrets;
  const row: Row = {
    auditlogid: (last?.auditlogid ?? 0) + 1,
    createddate: tx.at,
    action: note.action,
    userid: context.actor.userid,
    username: context.actor.name,
    actorkind: context.actor.kind,
    entitytype: note.entitytype,
    entityid: note.entityid === null ? null : String(note.entityid),
    details: JSON.stringify({ changes: changesOf(tx.journal, note.entityid), ...note.details }),
    ipaddress: context.ipaddress,
    requestid: context.requestid,
    undoof: (note.details?.undoof as number | undefined) ?? null,
    undoable: undoable ? 1 : 0,
  };
  row.hash = auditHash(last?.hash ?? '', row);
  const columns = Object.keys(row);
  tx.run(
    `INSERT INTO auditlogs (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    ...Object.values(row),
  );
  context.auditid = row.auditlogid as number;
  context.undoable = undoable;
  if (undoable) {
    tx.run(
      'INSERT INTO auditjournal (auditlogid, entries) VALUES (?, ?)',
      context.auditid,
      JSON.stringify(tx.journal),
    );
  }
}

const hasSecret = (row: Row | null) =>
  row !== null && Object.keys(row).some((column) => secretColumns.has(column));

/** `{field: [old, new]}` of the rows that belong to one record; a bulk change says only how many rows it touched. */
function changesOf(journal: JournalEntry[], entityid: unknown): Record<string, unknown[]> {
  const changes: Record<string, unknown[]> = {};
  if (entityid === null || journal.length > 20) return changes;
  for (const { before, after } of journal) {
    for (const field of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
      const [old, now] = [before?.[field] ?? null, after?.[field] ?? null];
      if (UNLISTED.has(field) || old === now || field in changes) continue;
      changes[field] = secretColumns.has(field) ? [HIDDEN, HIDDEN] : [old, now];
    }
  }
  return changes;
}
