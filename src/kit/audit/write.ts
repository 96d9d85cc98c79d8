import type { JournalEntry } from '../data/journal.ts';
import type { AuditNote, Tx } from '../data/tx.ts';
import { HIDDEN } from '../secrets.ts';
import { auditHash, type Unhashed } from './chain.ts';
import { beginUndertaking, lastRow, putJournal, putRow } from './queries.ts';
import type { SecretColumns } from './secret-columns.ts';

const UNLISTED = new Set(['createddate', 'modifieddate']);

/** Before-commit hook: the transaction's audit row, chained to the one before it, and its undo journal unless it is `final`. */
export const auditing =
  (secrets: SecretColumns, final: ReadonlySet<string>) =>
  (tx: Tx): void => {
    const { note } = tx;
    if (tx.continues) tx.audited = tx.continues;
    else if (note) {
      const isKeptFrom = tx.journal.some((entry) => final.has(entry.table) || secrets.isUnwritten(entry));
      const undoable = (note.undoable ?? true) && (tx.journal.length > 0 || tx.isUnfinished) && !isKeptFrom;
      tx.audited = { auditlogid: insertRow(tx, note, undoable, secrets), undoable };
      if (tx.isUnfinished) beginUndertaking.run(tx, { auditlogid: tx.audited.auditlogid, startedat: tx.at });
    }
    if (tx.audited?.undoable) keepJournal(tx, tx.audited.auditlogid);
  };

function insertRow(tx: Tx, note: AuditNote, undoable: boolean, secrets: SecretColumns): number {
  const { actor, ipaddress, requestid } = tx.context;
  const last = lastRow.get(tx);
  const row: Unhashed = {
    auditlogid: (last?.auditlogid ?? 0) + 1,
    createddate: tx.at,
    action: tx.action,
    userid: actor.userid,
    username: actor.name,
    actorkind: actor.kind,
    entitytype: note.entitytype,
    entityid: note.entityid === null ? null : String(note.entityid),
    details: JSON.stringify({ changes: changesOf(tx.journal, note.entityid, secrets), ...note.details }),
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

/** `{field: [old, new]}` of the rows that belong to one record; a bulk change says only how many rows it touched. */
function changesOf(
  journal: JournalEntry[],
  entityid: unknown,
  secrets: SecretColumns,
): Record<string, unknown[]> {
  const changes: Record<string, unknown[]> = {};
  if (entityid === null || journal.length > 20) return changes;
  for (const { table, id, before, after } of journal) {
    for (const field of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
      const [old, now] = [before?.[field] ?? null, after?.[field] ?? null];
      if (UNLISTED.has(field) || old === now) continue;
      // Two rows may have a column of the same name: the second says whose it is.
      const name = [field, `${table}.${field}`].find((one) => !(one in changes)) ?? `${table}.${id}.${field}`;
      changes[name] = secrets.hides(table, field) ? [HIDDEN, HIDDEN] : [old, now];
    }
  }
  return changes;
}
