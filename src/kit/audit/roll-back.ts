import type { Database } from '../data/database.ts';
import { isRefusal, retryWhileLocked } from '../data/disk-errors.ts';
import { IdleRecords } from '../data/idle-records.ts';
import { type JournalEntry, parseJournal } from '../data/journal.ts';
import type { RowLocks } from '../data/operation-locks.ts';
import type { Tx, WriteContext } from '../data/tx.ts';
import { errorMessageOf } from '../error-message.ts';
import { deleteJournalPart, endOperation, lastJournalPart } from './queries.ts';
import { revertEachEntry, revertEntries, SkippedRows } from './revert-entries.ts';

interface RollBackOptions {
  locks?: RowLocks;
  idleRecords?: IdleRecords;
  /** Called in the last transaction of the rollback. */
  last?(tx: Tx): void;
  /** Collects the rows that are skipped. */
  skipped?: SkippedRows;
}

/**
 * Rolls back a batch operation in short steps. If another program has locked the database, the rollback
 * resumes with the last remaining part.
 */
export async function rollBackOperation(
  db: Database,
  context: WriteContext,
  auditlogid: number,
  options: RollBackOptions,
): Promise<void> {
  const whole = { skipped: new SkippedRows(), ...options };
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
    // No caller waits for this work. Each turn of the event loop runs only one step of all rollbacks.
    await db.serialQueue.waitForTurn();
  }
}

/**
 * Rolls back the journal parts of an operation, the last part first, each in its own transaction. The last
 * transaction also writes the audit row with the skipped rows. The operation is then closed, and skipped rows
 * are never tried again.
 */
export function* rollBackSteps(
  db: Database,
  { actor, requestid, ipaddress }: WriteContext,
  auditlogid: number,
  { locks, idleRecords = new IdleRecords(), last, skipped = new SkippedRows() }: RollBackOptions = {},
): Generator<void> {
  // Invariants over several rows are enforced after all parts are rolled back.
  const deferred: JournalEntry[] = [];
  const transact = (work: (tx: Tx) => void) =>
    db.transact({ actor, requestid, ipaddress }, 'audit.change.takenback', (tx) => {
      tx.rowLocks = locks;
      tx.idleRecords = idleRecords;
      tx.deferred = deferred;
      tx.isReversal = true;
      tx.isRollback = true;
      work(tx);
    });
  const next = () => db.read((reader) => lastJournalPart.get(reader, { auditlogid }));
  for (let part = next(); part; part = next()) {
    const taken = { auditlogid, ...part };
    const putBackBy = (way: typeof revertEntries) =>
      transact((tx) => takeBackPart(tx, taken, (entries) => way(tx, entries, skipped)));
    whereRefused(
      () => putBackBy(revertEntries),
      () => putBackBy(revertEachEntry),
    );
    yield;
  }
  const finish = () => transact((tx) => end(tx, auditlogid, skipped, last));
  whereRefused(finish, (refusal) => {
    skipped.violation = errorMessageOf(refusal);
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
  // The deferrable invariants wait, because only the rollback of all journal parts satisfies them again.
  tx.isUnfinished = true;
  putBack(parseJournal(entries));
  deleteJournalPart.run(tx, { auditjournalid });
  tx.continue({ auditlogid, undoable: false, needs: null, length: 0 });
}

function end(tx: Tx, auditlogid: number, skipped: SkippedRows, last: ((tx: Tx) => void) | undefined): void {
  last?.(tx);
  endOperation.run(tx, { auditlogid });
  tx.audit({
    entitytype: 'audit',
    entityid: auditlogid,
    details: { undoof: auditlogid, ...skipped.auditDetails },
    undoable: false,
  });
}
