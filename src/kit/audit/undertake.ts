import type { Database } from '../data/database.ts';
import type { AuditNote, JournalEntry, Tx, WriteContext } from '../data/tx.ts';
import { AppError } from '../errors.ts';
import { giveWay, TURN_MS } from '../give-way.ts';
import { dropPart, endUndertaking, lastPart, underway } from './queries.ts';
import { reverse } from './reverse.ts';

/** Half a turn: the way of its rows to the disk takes the other half. */
const WORK_MS = TURN_MS / 2;

/** Work of many rows under one audit row. */
export interface Undertaking<T> {
  /** Does the next piece, a few rows at most; answers whether there is more. */
  step(tx: Tx): boolean;
  /** Ends it, in the same transaction as the last piece. */
  finish(tx: Tx): T;
  /** The audit row; asked for once, after the first turn. */
  note(): AuditNote;
  /** Follows when a piece fails or the caller leaves, in the transaction that takes the last of it back. */
  takenBack?(tx: Tx): void;
  /** Ends when the caller leaves. */
  signal?: AbortSignal;
}

/**
 * Does the work in turns of a few milliseconds, each its own transaction, so that everybody else goes on meanwhile.
 * Whatever ends it early, a failing piece, the caller, the end of the process, takes back all that it did: at once,
 * or at the next start. What fits into one turn is one transaction.
 */
export async function undertake<T>(db: Database, context: WriteContext, work: Undertaking<T>): Promise<T> {
  let result: { value: T } | undefined;
  const turn = (tx: Tx) => {
    const until = performance.now() + WORK_MS;
    let isMore = true;
    while (isMore && performance.now() < until) isMore = work.step(tx);
    if (!isMore) result = { value: work.finish(tx) };
  };
  db.transact(context, (tx) => {
    turn(tx);
    tx.isUnfinished = result === undefined;
    tx.audit(work.note());
  });
  const auditlogid = context.auditid!;
  try {
    while (!result) {
      await giveWay();
      refuseLeft(work.signal);
      db.transact(context, (tx) => {
        tx.continue(auditlogid);
        turn(tx);
        if (result) endUndertaking.run(tx, { auditlogid });
      });
    }
    return result.value;
  } catch (cause) {
    await takeBack(db, context, auditlogid, work.takenBack);
    throw cause;
  }
}

/** Ends work for which nobody waits any more. */
export function refuseLeft(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AppError('CONFLICT', 'This was given up, so nothing of it was kept.');
}

/** Takes back, in turns, what an undertaking did. Cut off itself, it goes on at the next start where it stopped. */
async function takeBack(
  db: Database,
  context: WriteContext,
  auditlogid: number,
  then?: (tx: Tx) => void,
): Promise<void> {
  for (const _turn of takingBack(db, context, auditlogid, then)) await giveWay();
}

/** Before anybody is served: what was under way when the process ended is taken back. Answers how many there were. */
export function takeBackCutOff(db: Database, context: WriteContext): number {
  const cutOff = db.read((reader) => underway.all(reader));
  for (const { auditlogid } of cutOff) for (const _turn of takingBack(db, { ...context }, auditlogid));
  db.commit();
  return cutOff.length;
}

/** The last part first, each in a transaction of its own; the audit row that says so comes with the last of them. */
function* takingBack(
  db: Database,
  context: WriteContext,
  auditlogid: number,
  then?: (tx: Tx) => void,
): Generator<void> {
  const by = { actor: context.actor, requestid: context.requestid, ipaddress: context.ipaddress };
  for (let isMore = true; isMore; ) {
    isMore = db.transact({ ...by, undoable: false }, (tx) => {
      const part = lastPart.get(tx, { auditlogid });
      if (part) {
        for (const entry of (JSON.parse(part.entries) as JournalEntry[]).toReversed())
          reverse(tx, entry, (table) => table);
        dropPart.run(tx, { auditjournalid: part.auditjournalid });
        tx.continue(auditlogid);
        return true;
      }
      then?.(tx);
      endUndertaking.run(tx, { auditlogid });
      tx.audit({
        action: 'audit.change.takenback',
        entitytype: 'audit',
        entityid: auditlogid,
        details: { undoof: auditlogid },
        undoable: false,
      });
      return false;
    });
    yield;
  }
}
