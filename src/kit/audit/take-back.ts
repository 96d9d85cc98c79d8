import type { Claim } from '../data/claims.ts';
import type { Database } from '../data/database.ts';
import type { JournalEntry } from '../data/journal.ts';
import type { Tx, WriteContext } from '../data/tx.ts';
import type { Log } from '../log.ts';
import { dropPart, endUndertaking, lastPart, underway } from './queries.ts';
import { reverse } from './reverse.ts';

/**
 * Before anybody is served: what was under way when the process ended is taken back. What cannot be stays as it is,
 * and is told: it must not keep the appliance from starting.
 */
export function takeBackCutOff(db: Database, context: WriteContext, log: Log): void {
  for (const { auditlogid } of db.read((reader) => underway.all(reader))) {
    try {
      for (const _turn of takingBack(db, context, auditlogid)) db.commit();
      log.warn('work that was cut off was taken back', { auditlogid });
    } catch (cause) {
      log.error('work that was cut off could not be taken back', { auditlogid, cause });
    }
  }
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
