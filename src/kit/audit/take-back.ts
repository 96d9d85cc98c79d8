import type { Claim } from '../data/claims.ts';
import type { Database } from '../data/database.ts';
import type { JournalEntry } from '../data/journal.ts';
import type { Reader } from '../data/reader.ts';
import type { Tx, WriteContext } from '../data/tx.ts';
import type { Log } from '../log.ts';
import type { SigningKey } from '../signing-key.ts';
import { dropPart, endUndertaking, lastPart, markOf, partsOf, underway } from './queries.ts';
import { reverse } from './reverse.ts';
import { journalFits } from './verify.ts';

/**
 * Before anybody is served: what was under way when the process ended is taken back. What cannot be stays as it is,
 * and is told: it must not keep the appliance from starting.
 */
export function takeBackCutOff(db: Database, context: WriteContext, key: SigningKey, log: Log): void {
  for (const { auditlogid } of db.read((reader) => underway.all(reader))) {
    try {
      db.read((reader) => refuseForged(reader, key, auditlogid));
      for (const _turn of takingBack(db, context, auditlogid)) db.commit();
      log.warn('work that was cut off was taken back', { auditlogid });
    } catch (cause) {
      log.error('work that was cut off could not be taken back', { auditlogid, cause });
    }
  }
}

/** Nothing is taken back that was through already, or by a journal that this appliance did not write. */
function refuseForged(reader: Reader, key: SigningKey, auditlogid: number): void {
  const row = markOf.get(reader, { auditlogid });
  const parts = partsOf.all(reader, { auditlogid });
  // Rows from before the log was keyed carry no marks.
  if (!row?.journal && parts.every(({ mark }) => mark === null)) return;
  if (!row || (parts.length > 0 && !journalFits(key, { auditlogid, journal: row.journal }, parts, true)))
    throw new Error(`The journal of row ${auditlogid} is not that of work that was cut off.`);
}

/** The last part first, each in a transaction of its own; the audit row that says so comes with the last of them. */
export function* takingBack(
  db: Database,
  { actor, requestid, ipaddress }: WriteContext,
  auditlogid: number,
  { claim, last }: { claim?: Claim; last?(tx: Tx): void } = {},
): Generator<void> {
  for (let isMore = true; isMore; ) {
    const { value } = db.transact({ actor, requestid, ipaddress }, 'audit.change.takenback', (tx) => {
      tx.claim = claim;
      const part = lastPart.get(tx, { auditlogid });
      if (part) {
        for (const entry of (JSON.parse(part.entries) as JournalEntry[]).toReversed())
          reverse(tx, entry, (table) => table);
        dropPart.run(tx, { auditjournalid: part.auditjournalid });
        tx.continue({ auditlogid, undoable: false, needs: null });
        // All of it together leads back to what held before.
        tx.isUnfinished = true;
        return true;
      }
      last?.(tx);
      endUndertaking.run(tx, { auditlogid });
      tx.audit({
        entitytype: 'audit',
        entityid: auditlogid,
        details: { undoof: auditlogid },
        undoable: false,
      });
      return false;
    });
    isMore = value;
    yield;
  }
}
