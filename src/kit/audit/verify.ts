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

const AT_ONCE = 1000;

/**
 * Walks the log and its journals. Answers the first thing that was changed from outside, in a sentence, or undefined.
 * Journals of rows before `recordPrune` were let go after their time. `onRows` receives the number of rows so far.
 */
export const verifyAuditLog = (
  reader: Reader,
  key: SigningKey,
  letGo: string | null = null,
  onRows?: (rows: number) => void,
): string | undefined => verifyAuditTriggers(reader) ?? verifyAuditChain(reader, key, letGo, onRows);

/** The same without a look at the guards of the tables: in a backup they are compared with all else that it holds. */
export function verifyAuditChain(
  reader: Reader,
  key: SigningKey,
  letGo: string | null,
  onRows?: (rows: number) => void,
): string | undefined {
  const walk = new Walk(reader, key, letGo);
  for (let last = 0; ; ) {
    const rows = rowsAfter.all(reader, { auditlogid: last, limit: AT_ONCE });
    if (rows.length === 0) return undefined;
    for (const row of rows) {
      const fault = row.auditlogid === last + 1 ? walk.faultOf(row) : `row ${last + 1} is gone.`;
      if (fault) return fault;
      last = row.auditlogid;
    }
    onRows?.(last);
  }
}

/** Journals are kept for so many days unless the setting `undo_days` says otherwise; 0 is for ever. */
export const UNDO_DAYS = 365;

class Walk {
  private previous = '';
  private isKeyed = false;
  private readonly deleted: { userid: number; username: string | null }[];
  private readonly underway: ReadonlySet<number>;
  /** The last row that says that the keys were lost: those before it cannot be checked, and it says so. */
  private readonly renewed: number;

  constructor(
    private readonly reader: Reader,
    private readonly key: SigningKey,
    private readonly letGo: string | null,
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
      return `row ${auditlogid} was written under other keys than those of secrets.json, so it cannot be checked.`;
    const fits = by ? this.fitsKeyed(row) : !this.isKeyed && plainHash(this.previous, row) === hash;
    if (!fits) return `row ${auditlogid} was changed, or does not fit the one before it.`;
    this.previous = hash;
    this.isKeyed ||= by !== undefined;
    return by && row.undoable === 1 ? this.journalFault(row) : undefined;
  }

  /** The link to a user who was deleted since is gone from the row: it is one of those of his name. */
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
    // What was taken back has left its journal behind, part by part, and says so in a row of its own.
    if (rollbackRowOf.get(this.reader, { auditlogid })) return parts.length === 0 ? undefined : changed;
    const isUnderway = this.underway.has(auditlogid);
    const isLetGo = this.letGo !== null && createddate < this.letGo;
    if (parts.length === 0) return isUnderway || isLetGo ? undefined : changed;
    return isJournalIntact(this.key, { auditlogid, journal }, parts, isUnderway) ? undefined : changed;
  }
}

interface Part {
  entries: string;
  mark: string | null;
}

/** Whether these are all parts of what the row did, as they were written; of what is under way none is the last. */
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
