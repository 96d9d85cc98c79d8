import type { Reader } from '../data/reader.ts';
import type { SigningKey } from '../signing-key.ts';
import type { AuditLog } from '../tables.ts';
import { auditHash, computeJournalMac, plainHash } from './chain.ts';
import { verifyAuditTriggers } from './guards.ts';
import {
  deletedUsers,
  journalPartsOf,
  lastKeyRegeneration,
  rollbackRowOf,
  rowsAfter,
  unfinishedOperations,
} from './queries.ts';

const BATCH_ROWS = 1000;

/**
 * Verifies the audit log and its journals. Returns a sentence about the first change from outside, or
 * undefined when there is none. Journals of rows before the instant `prunedBefore` may be missing, because
 * they were deleted after the retention period. `onRows` receives the number of rows verified so far.
 */
export const verifyAuditLog = (
  reader: Reader,
  key: SigningKey,
  prunedBefore: string | null = null,
  onRows?: (rows: number) => void,
): string | undefined => verifyAuditTriggers(reader) ?? verifyAuditChain(reader, key, prunedBefore, onRows);

/**
 * Like `verifyAuditLog`, but does not verify the triggers of the table. In a backup they are compared
 * together with the rest of its schema.
 */
export function verifyAuditChain(
  reader: Reader,
  key: SigningKey,
  prunedBefore: string | null,
  onRows?: (rows: number) => void,
): string | undefined {
  const walk = new Walk(reader, key, prunedBefore);
  for (let last = 0; ; ) {
    const rows = rowsAfter.all(reader, { auditlogid: last, limit: BATCH_ROWS });
    if (rows.length === 0) return undefined;
    for (const row of rows) {
      const fault = row.auditlogid === last + 1 ? walk.faultOf(row) : `row ${last + 1} is missing.`;
      if (fault) return fault;
      last = row.auditlogid;
    }
    onRows?.(last);
  }
}

/**
 * The default number of days for which journals are retained. The setting `undo_days` overrides it; 0 means
 * forever.
 */
export const UNDO_DAYS = 365;

class Walk {
  private previous = '';
  private isKeyed = false;
  private readonly deleted: { userid: number; username: string | null }[];
  private readonly underway: ReadonlySet<number>;
  /**
   * The ID of the last row that records lost keys; 0 when there is none. Rows before it that were written
   * with those keys cannot be verified.
   */
  private readonly renewed: number;

  constructor(
    private readonly reader: Reader,
    private readonly key: SigningKey,
    private readonly prunedBefore: string | null,
  ) {
    this.deleted = deletedUsers.all(reader);
    this.renewed = lastKeyRegeneration.get(reader)?.auditlogid ?? 0;
    this.underway = new Set(unfinishedOperations.all(reader).map(({ auditlogid }) => auditlogid));
  }

  faultOf(row: AuditLog): string | undefined {
    const { hash, auditlogid } = row;
    const by = hash.includes(':') ? hash.slice(0, hash.indexOf(':')) : undefined;
    if (by !== undefined && by !== this.key.id && auditlogid < this.renewed) {
      this.previous = hash;
      this.isKeyed = true;
      return undefined;
    }
    if (by !== undefined && by !== this.key.id)
      return `row ${auditlogid} was written with other keys than those in secrets.json, so it cannot be verified.`;
    const fits = by ? this.fitsKeyed(row) : !this.isKeyed && plainHash(this.previous, row) === hash;
    if (!fits) return `row ${auditlogid} was changed, or does not match the previous row.`;
    this.previous = hash;
    this.isKeyed ||= by !== undefined;
    return by && row.undoable === 1 ? this.journalFault(row) : undefined;
  }

  /**
   * Reports whether a keyed row matches its hash. Deleting a user clears the user ID in the row, so the IDs
   * of deleted users with the same name are tried.
   */
  private fitsKeyed(row: AuditLog): boolean {
    const fits = (userid: number | null) =>
      auditHash(this.key, this.previous, { ...row, userid }) === row.hash;
    if (fits(row.userid)) return true;
    return (
      row.userid === null &&
      this.deleted.some(({ userid, username }) => username === row.username && fits(userid))
    );
  }

  private journalFault({ auditlogid, journal, createddate }: AuditLog): string | undefined {
    const changed = `the journal of row ${auditlogid} was changed.`;
    const parts = journalPartsOf.all(this.reader, { auditlogid });
    // A rollback deletes the journal part by part and writes an audit row of its own.
    if (rollbackRowOf.get(this.reader, { auditlogid })) return parts.length === 0 ? undefined : changed;
    const isUnderway = this.underway.has(auditlogid);
    const isLetGo = this.prunedBefore !== null && createddate < this.prunedBefore;
    if (parts.length === 0) return isUnderway || isLetGo ? undefined : changed;
    return isJournalIntact(this.key, { auditlogid, journal }, parts, isUnderway) ? undefined : changed;
  }
}

interface Part {
  entries: string;
  mark: string | null;
}

/**
 * Reports whether these are all journal parts of the row, unchanged. A running operation has no last part
 * yet.
 */
export function isJournalIntact(
  key: SigningKey,
  { auditlogid, journal }: Pick<AuditLog, 'auditlogid' | 'journal'>,
  parts: readonly Part[],
  isUnderway: boolean,
): boolean {
  let previous = '';
  const end = parts.length - 1;
  return (
    parts[0]?.mark === journal &&
    parts.every(({ entries, mark }, index) => {
      const islast = index === end && !isUnderway ? 1 : 0;
      const fits = mark === computeJournalMac(key, previous, { auditlogid, entries, islast });
      previous = mark ?? '';
      return fits;
    })
  );
}
