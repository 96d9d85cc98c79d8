import type { Database, TransactionResult } from '../data/database.ts';
import { retryWhileLocked } from '../data/disk-errors.ts';
import { IdleRecords } from '../data/idle-records.ts';
import type { JournalEntry } from '../data/journal.ts';
import type { RowLocks } from '../data/operation-locks.ts';
import type { AuditNote, AuditRef, Tx, WriteContext } from '../data/tx.ts';
import { AppError } from '../errors.ts';
import { TimeSlice, TURN_MS } from '../time-slice.ts';
import { endOperation } from './queries.ts';
import { rollBackOperation } from './roll-back.ts';

/** Half a time slice. Writing the rows to disk takes the other half. */
const WORK_MS = TURN_MS / 2;

/** A change of many rows under one audit row. */
export interface BatchOperation<T> {
  /** `<area>.<noun>.<past verb>`. */
  action: string;
  /** Runs the next step, which writes a few rows at most. Returns whether more steps remain. */
  step(tx: Tx): boolean;
  /** Finishes the operation in the transaction of the last step. */
  finish(tx: Tx): T;
  /** Returns the content of the audit row. Called once, after the steps of the first transaction. */
  note(): AuditNote;
  /**
   * Called in the last transaction of a rollback, for example after a step failed or the caller disconnected.
   * Not called when the first transaction fails, nor for a rollback at the next start.
   */
  onRolledBack?(tx: Tx): void;
  /** Aborted when the caller disconnects. */
  signal?: AbortSignal;
}

/**
 * Runs a batch operation as a series of short transactions, so that other requests run in between. Rows that
 * it has written stay locked until it ends. It is rolled back completely when a step fails, the disk is full,
 * the caller disconnects or loses access, or the process ends. The rollback happens immediately, as soon as
 * there is free space, or at the next start. An operation that fits into half a time slice is one
 * transaction. Throws the error that ended it, or that of a failed rollback.
 */
export async function runBatchOperation<T>(
  db: Database,
  context: WriteContext,
  work: BatchOperation<T>,
): Promise<TransactionResult<T>> {
  const locks = db.rowLockTable.begin();
  let result: { value: T } | undefined;
  const deferred: JournalEntry[] = [];
  const idleRecords = new IdleRecords();
  const time = new TimeSlice(context.account, WORK_MS);
  const turn = (tx: Tx) => {
    tx.rowLocks = locks;
    tx.deferred = deferred;
    tx.idleRecords = idleRecords;
    locks.discardLatest();
    time.restart();
    let isMore = false;
    do isMore = work.step(tx);
    while (isMore && !time.isOver);
    if (!isMore) result = { value: work.finish(tx) };
    tx.isUnfinished = result === undefined;
    locks.add(tx);
  };
  try {
    await context.recheckAccess?.();
    const { audit } = db.transact(context, work.action, (tx) => {
      turn(tx);
      tx.audit(work.note());
    });
    // Each transaction is durable before the next one builds on it.
    await db.whenDurable;
    locks.confirmLatest();
    if (!result)
      await goOn(db, context, {
        work,
        audit: audit!,
        locks,
        idleRecords,
        time,
        turn,
        isDone: () => result !== undefined,
      });
    return { value: result!.value, audit };
  } finally {
    if (!locks.finishRollback) db.rowLockTable.end(locks);
  }
}

interface Underway<T> {
  work: BatchOperation<T>;
  audit: AuditRef;
  locks: RowLocks;
  idleRecords: IdleRecords;
  time: TimeSlice;
  turn(tx: Tx): void;
  isDone(): boolean;
}

async function goOn<T>(
  db: Database,
  context: WriteContext,
  { work, audit, locks, idleRecords, time, turn, isDone }: Underway<T>,
): Promise<void> {
  const { auditlogid } = audit;
  try {
    while (!isDone()) {
      await time.next();
      throwIfCancelled(work.signal);
      await context.recheckAccess?.();
      await retryWhileLocked(() =>
        db.transact(context, work.action, (tx) => {
          tx.continue(audit);
          turn(tx);
          if (isDone()) endOperation.run(tx, { auditlogid });
        }),
      );
      await db.whenDurable;
      locks.confirmLatest();
    }
  } catch (cause) {
    locks.discardLatest();
    locks.isRollingBack = true;
    const rollBackRest = () =>
      rollBackOperation(db, context, auditlogid, { locks, idleRecords, last: work.onRolledBack });
    await rollBackRest().catch((failure: unknown) => {
      locks.finishRollback = rollBackRest;
      throw describeUnfinishedRollback(failure);
    });
    throw cause;
  }
}

/**
 * Returns the error of a failed rollback. On a full disk, a part of the rows stays until the rollback
 * continues, so the message must not deny it.
 */
function describeUnfinishedRollback(failure: unknown): unknown {
  if (!(failure instanceof AppError) || failure.code !== 'STORAGE_FULL') return failure;
  return new AppError(
    'STORAGE_FULL',
    'The disk is full, so the change stopped. The part that is already saved is removed as soon as there is space. Free some space, wait a minute and try again.',
  );
}

/** Throws 409 CONFLICT when the caller no longer waits for the operation. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted)
    throw new AppError('CONFLICT', 'This operation was canceled. All its changes were rolled back.');
}
