import { IdleRecords } from '../data/idle-records.ts';
import type { RowLocks } from '../data/operation-locks.ts';
import type { Database } from '../data/database.ts';
import { isRefusal, retryWhileLocked } from '../data/disk-errors.ts';
import type { JournalEntry } from '../data/journal.ts';
import type { Tx, WriteContext } from '../data/tx.ts';
import { errorMessageOf } from '../error-message.ts';
import { revertEachEntry, revertEntries, SkippedRows } from './revert-entries.ts';
import { deleteJournalPart, endOperation, lastJournalPart } from './queries.ts';

interface TakingBack {
  claim?: RowLocks;
  atRest?: IdleRecords;
  /** Comes in the transaction that ends it. */
  last?(tx: Tx): void;
  /** Is told which rows had to stay. */
  stayed?: SkippedRows;
}

/** Takes it back in turns. It goes on where an attempt met another program's lock: with the last part that is left. */
export async function rollBackOperation(
  db: Database,
  context: WriteContext,
  auditlogid: number,
  how: TakingBack,
): Promise<void> {
  const whole = { stayed: new SkippedRows(), ...how };
  let turns = rollBackSteps(db, context, auditlogid, whole);
  const next = () => {
    try {
      return turns.next().done === true;
    } catch (cause) {
      turns = rollBackSteps(db, context, auditlogid, whole);
      throw cause;
    }
  };
  while (!(await retryWhileLocked(next))) {
    await db.whenDurable;
    // It is nobody's to wait for: of all that is taken back, one piece comes in a turn.
    await db.serialQueue.turn();
  }
}

/**
 * The last part first, each in a transaction of its own; the audit row that says so, and which rows had to stay, comes with
 * the last of them. Then it is over: what stayed is never tried again.
 */
export function* rollBackSteps(
  db: Database,
  { actor, requestid, ipaddress }: WriteContext,
  auditlogid: number,
  { claim, atRest = new IdleRecords(), last, stayed = new SkippedRows() }: TakingBack = {},
): Generator<void> {
  // What holds of several rows together is looked at once all of them are back.
  const deferred: JournalEntry[] = [];
  const transact = (work: (tx: Tx) => void) =>
    db.transact({ actor, requestid, ipaddress }, 'audit.change.takenback', (tx) => {
      tx.rowLocks = claim;
      tx.idleRecords = atRest;
      tx.deferred = deferred;
      tx.isReversal = true;
      tx.isRollback = true;
      work(tx);
    });
  const next = () => db.read((reader) => lastJournalPart.get(reader, { auditlogid }));
  for (let part = next(); part; part = next()) {
    const taken = { auditlogid, ...part };
    const putBackBy = (way: typeof revertEntries) =>
      transact((tx) => takeBackPart(tx, taken, (entries) => way(tx, entries, stayed)));
    whereRefused(
      () => putBackBy(revertEntries),
      () => putBackBy(revertEachEntry),
    );
    yield;
  }
  const finish = () => transact((tx) => end(tx, auditlogid, stayed, last));
  whereRefused(finish, (refusal) => {
    stayed.violation = errorMessageOf(refusal);
    deferred.length = 0;
    finish();
  });
  yield;
}

function whereRefused(work: () => void, otherwise: (refusal: unknown) => void): void {
  try {
    work();
  } catch (cause) {
    if (!isRefusal(cause)) throw cause;
    otherwise(cause);
  }
}

interface Part {
  auditlogid: number;
  auditjournalid: number;
  entries: string;
}

function takeBackPart(
  tx: Tx,
  { auditlogid, auditjournalid, entries }: Part,
  putBack: (entries: JournalEntry[]) => void,
): void {
  // All of it together leads back to what held before.
  tx.isUnfinished = true;
  putBack(JSON.parse(entries) as JournalEntry[]);
  deleteJournalPart.run(tx, { auditjournalid });
  tx.continue({ auditlogid, undoable: false, needs: null, length: 0 });
}

function end(tx: Tx, auditlogid: number, stayed: SkippedRows, last: ((tx: Tx) => void) | undefined): void {
  last?.(tx);
  endOperation.run(tx, { auditlogid });
  tx.audit({
    entitytype: 'audit',
    entityid: auditlogid,
    details: { undoof: auditlogid, ...stayed.auditDetails },
    undoable: false,
  });
}
