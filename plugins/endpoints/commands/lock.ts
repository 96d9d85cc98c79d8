import type { Tx, WriteContext } from '../../../src/kit/data/tx.ts';
import { AppError, notFound } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { ENDPOINT_LOCKED } from '../manifest.ts';
import { findPcFacts } from '../scope.ts';
import { endpointlocks } from '../tables.ts';
import { Polls } from './polls.ts';
import { anyLockOf, endedLocks, endLock, lockOf } from './queries.ts';

interface Locking {
  reason: string | null;
  /** How long it holds; without it until somebody unlocks. */
  minutes?: number | null;
  /** The one command that may be claimed all the same. */
  commandid?: number;
}

/** Holds a PC in the name of whoever writes, in the place of a lock that he has or that has ended. */
export function placeLock(tx: Tx, assetid: number, { reason, minutes, commandid }: Locking): void {
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

/** Holds a PC against every command; 409 while somebody else holds it. */
export function lockPc(host: Host, context: WriteContext, assetid: number, given: Locking): void {
  host.db.transact(context, 'endpoints.pc.locked', (tx) => {
    if (!findPcFacts(tx, assetid)) throw notFound('PC');
    const held = lockOf.get(tx, { assetid, at: tx.at });
    if (held && held.userid !== context.actor.userid)
      throw new AppError(ENDPOINT_LOCKED, `${held.username} holds this PC already.`, {
        lockedby: held.username,
        until: held.expiresat,
      });
    placeLock(tx, assetid, given);
    tx.audit({ entitytype: 'asset', entityid: assetid, details: { ...given }, undoable: false });
  });
}

/** Lets a PC go, whoever holds it; nothing changes for one that nobody holds. */
export function unlockPc(host: Host, context: WriteContext, assetid: number): void {
  host.db.transact(context, 'endpoints.pc.unlocked', (tx) => {
    if (!findPcFacts(tx, assetid)) throw notFound('PC');
    const held = anyLockOf.get(tx, { assetid });
    if (!held) return;
    tx.delete(endpointlocks, held.endpointlockid);
    tx.audit({
      entitytype: 'asset',
      entityid: assetid,
      details: { lockedby: held.username },
      undoable: false,
    });
  });
  host.getInstance(Polls).wake(assetid);
}

/** PCs whose lock has run out go on with what waits for them. */
export function wakeUnlockedPcs(host: Host): void {
  const ended = host.db.read((reader) => endedLocks.all(reader, { at: reader.at }));
  if (ended.length === 0) return;
  host.db.writeUnaudited((tx) => {
    for (const { endpointlockid } of ended) endLock.run(tx, { endpointlockid });
  });
  for (const { assetid } of ended) host.getInstance(Polls).wake(assetid);
}
