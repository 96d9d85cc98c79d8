import type { Tx, WriteContext } from '../../../src/kit/data/tx.ts';
import { AppError, notFound } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { ENDPOINT_LOCKED } from '../manifest.ts';
import { findPcFacts } from '../scope.ts';
import { endpointlocks } from '../tables.ts';
import { Polls } from './polls.ts';
import { anyLockOf, endedLocks, endLock, lockOf } from './queries.ts';

interface LockInput {
  reason: string | null;
  /** Duration of the lock in minutes. Without it, the lock lasts until a user removes it. */
  minutes?: number | null;
  /** The one command that may be claimed despite the lock. */
  commandid?: number;
}

/** Locks a PC for the acting user. Replaces any lock, so the caller must check that of another user first. */
export function placeLock(tx: Tx, assetid: number, { reason, minutes, commandid }: LockInput): void {
  const before = anyLockOf.get(tx, { assetid });
  if (before) tx.delete(endpointlocks, before.endpointlockid);
  const { userid, name } = tx.context.actor;
  const expiresat = minutes ? new Date(Date.parse(tx.at) + minutes * 60_000).toISOString() : null;
  tx.insert(endpointlocks, {
    assetid,
    userid,
    username: name,
    reason,
    expiresat,
    commandid: commandid ?? null,
  });
}

/**
 * Locks a PC: it can claim no command except `input.commandid` and runs no scheduled enforcement. Replaces an
 * earlier lock of the user, and an expired one. Throws 404 for an unknown or inactive PC, and 409 while
 * another user has it locked.
 */
export function lockPc(host: Host, context: WriteContext, assetid: number, input: LockInput): void {
  host.db.transact(context, 'endpoints.pc.locked', (tx) => {
    if (!findPcFacts(tx, assetid)) throw notFound('PC');
    const lock = lockOf.get(tx, { assetid, at: tx.at });
    if (lock && lock.userid !== context.actor.userid)
      throw new AppError(ENDPOINT_LOCKED, `${lock.username} already locked this PC.`, {
        lockedby: lock.username,
        until: lock.expiresat,
      });
    placeLock(tx, assetid, input);
    tx.audit({ entitytype: 'asset', entityid: assetid, details: { ...input }, undoable: false });
  });
}

/**
 * Unlocks a PC, whichever user locked it, and wakes its poll. Changes nothing when it is not locked. Throws
 * 404 for an unknown or inactive PC.
 */
export function unlockPc(host: Host, context: WriteContext, assetid: number): void {
  host.db.transact(context, 'endpoints.pc.unlocked', (tx) => {
    if (!findPcFacts(tx, assetid)) throw notFound('PC');
    const lock = anyLockOf.get(tx, { assetid });
    if (!lock) return;
    tx.delete(endpointlocks, lock.endpointlockid);
    tx.audit({
      entitytype: 'asset',
      entityid: assetid,
      details: { lockedby: lock.username },
      undoable: false,
    });
  });
  host.getInstance(Polls).wake(assetid);
}

/** Removes expired locks and wakes the polls of their PCs, so that queued commands can run. */
export function wakeUnlockedPcs(host: Host): void {
  const ended = host.db.read((reader) => endedLocks.all(reader, { at: reader.at }));
  if (ended.length === 0) return;
  host.db.writeUnaudited((tx) => {
    for (const { endpointlockid } of ended) endLock.run(tx, { endpointlockid });
  });
  for (const { assetid } of ended) host.getInstance(Polls).wake(assetid);
}
