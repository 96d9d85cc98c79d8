import type { JournalEntry } from '../data/journal.ts';
import type { Row } from '../data/reader.ts';
import type { AuditNote, Tx } from '../data/tx.ts';
import { auditHash, type Unhashed } from './chain.ts';
import { beginUndertaking, lastRow, putJournal, putRow } from './queries.ts';

/** Columns whose values never reach the audit log, the history or the undo journal. */
const secretColumns = new Set(['passwordhash', 'secrethash', 'sealed']);
const UNLISTED = new Set(['createddate', 'modifieddate']);
const HIDDEN = '********';

/** Before-commit hook: the transaction's audit row, chained to the one before it, and its undo journal. */
export function writeAudit(tx: Tx): void {
  const { note, context } = tx;
  if (tx.continues !== undefined) {
    context.auditid = tx.continues;
    if (context.undoable) keepJournal(tx, tx.continues);
  } else if (note) {
    const isHidden = tx.journal.some((entry) => hasSecret(entry.before) || hasSecret(entry.after));
    const undoable = (note.undoable ?? true) && (tx.journal.length > 0 || tx.isUnfinished) && !isHidden;
    context.auditid = insertRow(tx, note, undoable);
    context.undoable = undoable;
    if (undoable) keepJournal(tx, context.auditid);
    if (tx.isUnfinished) beginUndertaking.run(tx, { auditlogid: context.auditid, startedat: tx.at });
  }
}

function insertRow(tx: Tx, note: AuditNote, undoable: boolean): number {
  const { actor, ipaddress, requestid } = tx.context;
  const last = lastRow.get(tx);
  const row: Unhashed = {
    auditlogid: (last?.auditlogid ?? 0) + 1,
    createddate: tx.at,
    action: note.action,
    userid: actor.userid,
    username: actor.name,
    actorkind: actor.kind,
    entitytype: note.entitytype,
    entityid: note.entityid === null ? null : String(note.entityid),
    details: JSON.stringify({ changes: changesOf(tx.journal, note.entityid), ...note.details }),
    ipaddress,
    requestid,
    undoof: (note.details?.undoof as number | undefined) ?? null,
    undoable: undoable ? 1 : 0,
  };
  putRow.run(tx, { ...row, hash: auditHash(last?.hash ?? '', row) });
  return row.auditlogid;
}

function keepJournal(tx: Tx, auditlogid: number): void {
  if (tx.journal.length > 0) putJournal.run(tx, { auditlogid, entries: JSON.stringify(tx.journal) });
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
