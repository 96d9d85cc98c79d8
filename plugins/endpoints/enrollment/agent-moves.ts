import type { Tx } from '../../../src/kit/data/tx.ts';
import { AppError } from '../../../src/kit/errors.ts';
import { failCommand } from '../commands/fail.ts';
import { anyLockOf } from '../commands/queries.ts';
import { credentialOfAsset, enrollmentBlockOf } from '../queries.ts';
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
import type { agentmerges } from './merge-tables.ts';

export type AgentMerge = typeof agentmerges.$inferSelect;

/**
 * Event after the commit, with the `assetids` of both records. Credentials may belong to another record now,
 * and commands may wait for their PCs.
 */
export const AGENTS_MOVED = 'endpoints.agents.moved';

/**
 * Statements that move one row to another record, by kind. The result of a merge reports its counts under
 * these names.
 */
const MOVE_COMMANDS = {
  credentials: credentialMoves.one,
  enrollmentblocks: blockMoves.one,
  locks: lockMoves.one,
  enrollmentrequests: moveRequest,
} as const;
type Kind = keyof typeof MOVE_COMMANDS;

/**
 * Moves the agent of a merged PC to the record that remains, and counts each moved row by kind. Credential,
 * lock and enrollment block move only if that record has none of its own. A credential does not move to a
 * blocked record. Enrollment requests always move. A credential that stays behind is parked and authenticates
 * no caller. Throws 403 for a non-admin when one of the records has an agent (`refuseUnlessAdmin`).
 */
export function transferAgent(tx: Tx, merge: AgentMerge, count: (kind: string) => void): void {
  const { agentmergeid } = merge;
  const way = { from: merge.assetid, to: merge.intoassetid };
  refuseUnlessAdmin(tx, way);
  const note = (kind: Kind, movedid: number) => {
    recordMove.run(tx, { agentmergeid, kind, movedid });
    count(kind);
  };
  const isBlocked = enrollmentBlockOf.get(tx, { assetid: way.to }) !== undefined;
  for (const [kind, moveAll] of [
    // The credential does not move to a record that is blocked from enrolling: its agent would bypass the block.
    ...(isBlocked ? [] : [['credentials', credentialMoves.all] as const]),
    ['enrollmentblocks', blockMoves.all],
    ['locks', lockMoves.all],
  ] as const) {
    const moved = moveAll.get(tx, way);
    if (moved) note(kind, moved.movedid);
  }
  for (const { movedid } of requestsOf.all(tx, { assetid: way.from })) {
    moveRequest.run(tx, { movedid, ...way });
    note('enrollmentrequests', movedid);
  }
  if (parkOf(tx, merge)) count('credentialsended');
  tx.emit({ name: AGENTS_MOVED, assetids: [way.from, way.to] });
}

/**
 * Throws 403 for a non-admin when one of the records has a credential, block, lock or open approval. Only
 * admins decide which agent represents a record, as with approvals and blocks.
 */
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
      'One of these PCs has an agent, or its enrollment is blocked. Only an admin can decide whether both are the same PC.',
    );
}

/**
 * Parks the credential that did not move, and returns false when there is none. When one PC had two agents,
 * the agent of the remaining record continues and the other must enroll again.
 */
function parkOf(tx: Tx, { agentmergeid, assetid }: AgentMerge): boolean {
  const credential = credentialOfAsset.get(tx, { assetid });
  if (!credential) return false;
  const { endpointcredentialid, ...rest } = credential;
  deleteCredential.run(tx, { endpointcredentialid });
  parkCredential.run(tx, { parkedcredentialid: endpointcredentialid, agentmergeid, ...rest });
  return true;
}

/**
 * Restores the agents of both records after an undo. A credential stays away when it was revoked, or when its
 * record has another one by now. Requests and credentials that a PC received while the records were merged
 * move to its record. Such a credential is deleted if that record has one, so that none represents the record
 * of the other PC. Throws 403 for a non-admin when one of the records has an agent, and 409 when the
 * remaining record was merged again later.
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
      'The remaining record was merged into another record later. Undo that merge first.',
    );
  for (const { kind, movedid } of movesOf.all(tx, { agentmergeid })) {
    const isBack = MOVE_COMMANDS[kind as Kind].run(tx, { movedid, ...way }) > 0;
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

/**
 * Fails the commands that the moved PC fetched. It has another record again, so it can no longer report their
 * results.
 */
function failFetched(tx: Tx, assetid: number, since: string): void {
  for (const { commandid } of fetchedSince.all(tx, { assetid, since }))
    failCommand(tx, commandid, 'the PC that fetched the command has its own record again');
}
