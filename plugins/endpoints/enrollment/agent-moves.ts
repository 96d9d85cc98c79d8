import type { Tx } from '../../../src/kit/data/tx.ts';
import { AppError } from '../../../src/kit/errors.ts';
import { failCommand } from '../commands/fail.ts';
import { anyLockOf } from '../commands/queries.ts';
import { credentialOfAsset, enrollmentBlockOf } from '../queries.ts';
import type { agentmerges } from './merge-tables.ts';
import {
  approvedFor,
  blockMoves,
  credentialMoves,
  deleteCredential,
  deleteIssuedCredentials,
  deleteMoves,
  deleteParkedCredentials,
  fetchedSince,
  lockMoves,
  mergeOf,
  moveIssuedCredentials,
  moveRequest,
  moveRequestsSince,
  movesOf,
  parkCredential,
  parkedOfMerge,
  recordMove,
  requestsOf,
  unparkCredential,
} from './agent-merging-queries.ts';

export type AgentMerge = typeof agentmerges.$inferSelect;

/** Told after the commit: what PCs show may stand for another record now, and commands may wait for them. */
export const AGENTS_MOVED = 'endpoints.agents.moved';

/** How one thing goes from record to record, by kind; `moved` of a decision counts them under these names. */
const WAYS = {
  credentials: credentialMoves.one,
  enrollmentblocks: blockMoves.one,
  locks: lockMoves.one,
  enrollmentrequests: moveRequest,
} as const;
type Kind = keyof typeof WAYS;

/**
 * The agent of a PC goes on as the record that stands for it: with its credential, unless that record has one, held and
 * kept from enrolling as before. A credential that is not needed is parked: nobody can use it.
 */
export function transferAgent(tx: Tx, merge: AgentMerge, count: (kind: string) => void): void {
  const { agentmergeid } = merge;
  const way = { from: merge.assetid, to: merge.intoassetid };
  refuseUnlessAdmin(tx, way);
  const note = (kind: Kind, movedid: number) => {
    recordMove.run(tx, { agentmergeid, kind, movedid });
    count(kind);
  };
  const isKeptOut = enrollmentBlockOf.get(tx, { assetid: way.to }) !== undefined;
  for (const [kind, give] of [
    // Who was kept out does not come in by the agent of another record.
    ...(isKeptOut ? [] : [['credentials', credentialMoves.all] as const]),
    ['enrollmentblocks', blockMoves.all],
    ['locks', lockMoves.all],
  ] as const) {
    const moved = give.get(tx, way);
    if (moved) note(kind, moved.movedid);
  }
  for (const { movedid } of requestsOf.all(tx, { assetid: way.from })) {
    moveRequest.run(tx, { movedid, ...way });
    note('enrollmentrequests', movedid);
  }
  if (parkOf(tx, merge)) count('credentialsended');
  tx.emit({ name: AGENTS_MOVED, assetids: [way.from, way.to] });
}

/** Which agent speaks for a record, or will as soon as it asks, is for admins to say, as where they approve and block. */
function refuseUnlessAdmin(tx: Tx, { from, to }: { from: number; to: number }): void {
  const has = [from, to].some(
    (assetid) =>
      credentialOfAsset.get(tx, { assetid }) ??
      enrollmentBlockOf.get(tx, { assetid }) ??
      anyLockOf.get(tx, { assetid }) ??
      approvedFor.get(tx, { assetid }),
  );
  if (has) refuseOthers(tx);
}

function refuseOthers(tx: Tx): void {
  if (!tx.context.actor.isadmin)
    throw new AppError(
      'FORBIDDEN',
      'An agent speaks for one of these PCs, or is kept out: only an admin decides whether they are one.',
    );
}

/** Two agents of one PC: the one of the record that stays is known, the other one asks anew. */
function parkOf(tx: Tx, { agentmergeid, assetid }: AgentMerge): boolean {
  const credential = credentialOfAsset.get(tx, { assetid });
  if (!credential) return false;
  const { endpointcredentialid, ...rest } = credential;
  deleteCredential.run(tx, { endpointcredentialid });
  parkCredential.run(tx, { parkedcredentialid: endpointcredentialid, agentmergeid, ...rest });
  return true;
}

/**
 * Each record has its own agent again. What was taken away since, by a person or by its end, stays away; what a PC was
 * given while both were one goes with it, so that no credential speaks for the record of the other PC.
 */
export function restoreAgents(tx: Tx, merge: AgentMerge): void {
  const { agentmergeid, createddate: since } = merge;
  const way = { from: merge.intoassetid, to: merge.assetid };
  const parked = parkedOfMerge.all(tx, { agentmergeid });
  refuseUnlessAdmin(tx, way);
  if (parked.length > 0) refuseOthers(tx);
  if (mergeOf.all(tx, { assetid: way.from }).some((later) => later.agentmergeid > agentmergeid))
    throw new AppError(
      'CONFLICT',
      'The record that stayed went into another one since. Undo that decision first.',
    );
  for (const { kind, movedid } of movesOf.all(tx, { agentmergeid })) {
    const isBack = WAYS[kind as Kind].run(tx, { movedid, ...way }) > 0;
    if (isBack && kind === 'credentials') failFetched(tx, way.from, since);
  }
  moveRequestsSince.run(tx, { ...way, since });
  moveIssuedCredentials.run(tx, way);
  deleteIssuedCredentials.run(tx, way);
  for (const { agentmergeid: _merge, ...credential } of parked)
    if (!credentialOfAsset.get(tx, credential)) unparkCredential.run(tx, credential);
  deleteParkedCredentials.run(tx, { agentmergeid });
  deleteMoves.run(tx, { agentmergeid });
  tx.emit({ name: AGENTS_MOVED, assetids: [way.from, way.to] });
}

/** The PC that fetched them has another record again: nobody says any more what came of them. */
function failFetched(tx: Tx, assetid: number, since: string): void {
  for (const { commandid } of fetchedSince.all(tx, { assetid, since }))
    failCommand(tx, commandid, 'the PC that fetched it has a record of its own again');
}
