import type { JournalEntry } from '../data/journal.ts';
import type { AuditNote, Tx } from '../data/tx.ts';
import { SECRET_MASK } from '../secrets.ts';
import type { SigningKey } from '../signing-key.ts';
import { auditHash, computeJournalMac, type JournalPart, type UnhashedAuditRow } from './chain.ts';
import { beginOperation, lastJournalPart, lastRow, putJournal, putRow } from './queries.ts';
import type { SecretColumns } from './secret-columns.ts';

const UNLISTED = new Set(['createddate', 'modifieddate']);

interface AuditOptions {
  secrets: SecretColumns;
  /** Tables whose changes cannot be undone. */
  final: ReadonlySet<string>;
  key: SigningKey;
  /** Called when an audit row is written, at the end of its transaction. */
  moves(): void;
}

/**
 * Returns the hook for `Database.beforeCommit` that writes the audit row of a transaction. The row is chained
 * to its predecessor. A transaction that continues an earlier one gets no row of its own. The hook also
 * writes the undo journal, unless a table in `final` or an unlogged secret column changed, or the note
 * excludes an undo.
 */
export const createAuditHook =
  ({ secrets, final, key, moves }: AuditOptions) =>
  (tx: Tx): void => {
    const { note } = tx;
    if (tx.continues) {
      tx.auditRef = tx.continues;
      if (tx.auditRef.undoable && (tx.journal.length > 0 || !tx.isUnfinished))
        goOn(tx, key, tx.auditRef.auditlogid);
    } else if (note) {
      const isKeptFrom = tx.journal.some((entry) => final.has(entry.table) || secrets.isUnwritten(entry));
      const undoable = (note.undoable ?? true) && (tx.journal.length > 0 || tx.isUnfinished) && !isKeptFrom;
      const { auditlogid, needs, length } = insertRow(tx, { note, undoable, secrets, key });
      tx.auditRef = { auditlogid, undoable, needs, length };
      if (tx.isUnfinished) beginOperation.run(tx, { auditlogid, startedat: tx.at });
      moves();
    }
  };

interface AuditRowInput extends Omit<AuditOptions, 'moves' | 'final'> {
  note: AuditNote;
  undoable: boolean;
}

function insertRow(
  tx: Tx,
  { note, undoable, secrets, key }: AuditRowInput,
): UnhashedAuditRow & { length: number } {
  const { actor, ipaddress, requestid } = tx.context;
  const last = lastRow.get(tx);
  const auditlogid = (last?.auditlogid ?? 0) + 1;
  const part = undoable ? { ...partOf(tx), auditlogid } : undefined;
  const row: UnhashedAuditRow = {
    auditlogid,
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
    journal: part ? computeJournalMac(key, '', part) : null,
    needs: tx.context.needs?.join(',') || null,
  };
  putRow.run(tx, { ...row, hash: auditHash(key, last?.hash ?? '', row) });
  if (part) putJournal.run(tx, { ...part, mark: row.journal! });
  return { ...row, length: row.details.length + (part?.entries.length ?? 0) };
}

/** Adds a journal part to the audit row of an earlier transaction. */
function goOn(tx: Tx, key: SigningKey, auditlogid: number): void {
  const part = { ...partOf(tx), auditlogid };
  const before = lastJournalPart.get(tx, { auditlogid })?.mark ?? '';
  putJournal.run(tx, { ...part, mark: computeJournalMac(key, before, part) });
}

const partOf = (tx: Tx): Omit<JournalPart, 'auditlogid'> => ({
  entries: JSON.stringify(tx.journal),
  islast: tx.isUnfinished ? 0 : 1,
});

/**
 * Returns `{field: [old, new]}` for the rows of one record. Returns an empty object for a bulk change (no
 * single record, or more than 20 rows), which has only the details of its note.
 */
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
      // Two rows may have a column of the same name. The second such column gets the table name as a prefix,
      // and further ones also the ID of the row.
      const name = [field, `${table}.${field}`].find((one) => !(one in changes)) ?? `${table}.${id}.${field}`;
      changes[name] = secrets.isSecret(table, field) ? [SECRET_MASK, SECRET_MASK] : [old, now];
    }
  }
  return changes;
}
