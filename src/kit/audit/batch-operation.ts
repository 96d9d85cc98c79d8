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

/** Half a turn: the way of its rows to the disk takes the other half. */
const WORK_MS = TURN_MS / 2;

/** Work of many rows under one audit row. */
export interface BatchOperation<T> {
  /** `<area>.<noun>.<past verb>`. */
  action: string;
  /** Does the next piece, a few rows at most; answers whether there is more. */
  step(tx: Tx): boolean;
  /** Ends it, in the same transaction as the last piece. */
  finish(tx: Tx): T;
  /** What the audit row says; asked for once, after the first turn. */
  note(): AuditNote;
  /** Follows when a piece fails or the caller leaves, in the transaction that takes the last of it back. */
  onRolledBack?(tx: Tx): void;
  /** Ends when the caller leaves. */
  signal?: AbortSignal;
}

/**
 * Does the work in turns of a few milliseconds, each its own transaction, so that everybody else goes on meanwhile;
 * only the rows that it has written are its own until it is through. Whatever ends it early, a failing piece, a full
 * disk, the caller or the end of his rights, the end of the process, takes back all that it did: at once, as soon as there is room, or at the next
 * start. What fits into one turn is one transaction.
 */
export async function runBatchOperation<T>(
  db: Database,
  context: WriteContext,
  work: BatchOperation<T>,
): Promise<TransactionResult<T>> {
  const claim = db.rowLockTable.begin();
  let result: { value: T } | undefined;
  const deferred: JournalEntry[] = [];
  const atRest = new IdleRecords();
  const time = new TimeSlice(context.account, WORK_MS);
  const turn = (tx: Tx) => {
    tx.rowLocks = claim;
    tx.deferred = deferred;
    tx.idleRecords = atRest;
    claim.discardLatest();
    time.restart();
    let isMore = false;
    do isMore = work.step(tx);
    while (isMore && !time.isOver);
    if (!isMore) result = { value: work.finish(tx) };
    tx.isUnfinished = result === undefined;
    claim.add(tx);
  };
  try {
    await context.stillMay?.();
    const { audit } = db.transact(context, work.action, (tx) => {
      turn(tx);
      tx.audit(work.note());
    });
    // Each turn is on the disk before the next one builds on it.
    await db.whenDurable;
    claim.confirmLatest();
    if (!result)
      await goOn(db, context, {
        work,
        audit: audit!,
        claim,
        atRest,
        time,
        turn,
        isDone: () => result !== undefined,
      });
    return { value: result!.value, audit };
  } finally {
    if (!claim.finishRollback) db.rowLockTable.end(claim);
  }
}

interface Underway<T> {
  work: BatchOperation<T>;
  audit: AuditRef;
  claim: RowLocks;
  atRest: IdleRecords;
  time: TimeSlice;
  turn(tx: Tx): void;
  isDone(): boolean;
}

async function goOn<T>(
  db: Database,
  context: WriteContext,
  { work, audit, claim, atRest, time, turn, isDone }: Underway<T>,
): Promise<void> {
  const { auditlogid } = audit;
  try {
    while (!isDone()) {
      await time.next();
      throwIfCancelled(work.signal);
      await context.stillMay?.();
      await retryWhileLocked(() =>
        db.transact(context, work.action, (tx) => {
          tx.continue(audit);
          turn(tx);
          if (isDone()) endOperation.run(tx, { auditlogid });
        }),
      );
      await db.whenDurable;
      claim.confirmLatest();
    }
  } catch (cause) {
    claim.discardLatest();
    claim.isRollingBack = true;
    const rest = () => rollBackOperation(db, context, auditlogid, { claim, atRest, last: work.onRolledBack });
    await rest().catch((failure: unknown) => {
      claim.finishRollback = rest;
      throw failure;
    });
    throw cause;
  }
}

/** Ends work for which nobody waits any more. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AppError('CONFLICT', 'This was given up, so nothing of it was kept.');
}
