import type { Tx, WriteContext } from '../../../src/kit/data/tx.ts';
import { AppError, conflict, invalid, notFound } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { findPcsNamed } from '../../computers/index.ts';
import { Polls } from '../commands/polls.ts';
import { computerOf, credentialOfAsset, enrollmentBlockOf } from '../queries.ts';
import {
  type EnrollmentRequest,
  endpointblocks,
  endpointcredentials,
  enrollmentrequests,
} from '../tables.ts';
import { parkedUnder } from './agent-merging-queries.ts';
import { parkedcredentials } from './merge-tables.ts';
import { candidatesOf, openApprovals } from './queries.ts';

interface Approval {
  assetid?: number | null;
  noncefingerprint?: string | null;
}

/** Returns the first 8 hex digits of the hash of a nonce, by which admins tell agents apart. */
export const computeFingerprint = (noncehash: string): string => noncehash.slice(0, 8);

/**
 * Approves a request, so that the agent with the selected nonce can fetch a credential of the PC. When the
 * fingerprint or the PC is not named, exactly one must be possible. Throws 404 for an unknown request, and
 * 400 when the PC is unclear or not active. Throws 409 when the request is already decided, the agent is
 * unclear or unknown, or enrollment of the PC is blocked.
 */
export function approveRequest(
  host: Host,
  context: WriteContext,
  requestid: number,
  approval: Approval,
): void {
  host.db.transact(context, 'endpoints.enrollment.approved', (tx) => {
    const { hostname, serialnumber } = pendingRequest(tx, requestid);
    const noncehash = chosenNonce(tx, requestid, approval.noncefingerprint);
    const assetid = chosenPc(tx, hostname, approval.assetid);
    tx.update(enrollmentrequests, requestid, { state: 'approved', assetid, noncehash });
    tx.audit({
      entitytype: 'enrollmentrequest',
      entityid: requestid,
      details: { hostname, serialnumber, assetid, noncefingerprint: computeFingerprint(noncehash) },
      undoable: false,
    });
  });
}

function pendingRequest(tx: Tx, requestid: number): EnrollmentRequest {
  const request = tx.must(enrollmentrequests, requestid, 'Enrollment request');
  if (request.state !== 'pending')
    throw new AppError('CONFLICT', `This request is already ${request.state}.`, { field: 'state' });
  return request;
}

/**
 * Returns the only candidate nonce, or the one with the named fingerprint. Throws 409 when there is no such
 * nonce or no choice.
 */
function chosenNonce(tx: Tx, requestid: number, named: string | null | undefined): string {
  const hashes = candidatesOf.all(tx, { requestid }).map(({ noncehash }) => noncehash);
  if (named == null && hashes.length > 1)
    throw conflict('noncefingerprint', 'Several agents claim this PC. Choose one by its fingerprint.');
  const chosen = named == null ? hashes[0] : hashes.find((hash) => computeFingerprint(hash) === named);
  if (!chosen)
    throw conflict('noncefingerprint', 'No agent with this fingerprint is waiting. Reload the request.');
  return chosen;
}

function chosenPc(tx: Tx, hostname: string, named: number | null | undefined): number {
  const assetids = named == null ? findPcsNamed(tx, hostname) : [named];
  if (assetids.length !== 1)
    throw invalid(
      'assetid',
      `The register has ${assetids.length === 0 ? 'no computer' : 'several computers'} with this host name. Select the computer.`,
    );
  const pc = computerOf.get(tx, { assetid: assetids[0]! });
  if (pc?.isactive !== 1) throw invalid('assetid', 'This is not an active computer.');
  if (enrollmentBlockOf.get(tx, pc))
    throw new AppError('CONFLICT', 'Enrollment of this PC is blocked. Allow enrollment first.', {
      field: 'assetid',
    });
  return pc.assetid;
}

/**
 * Rejects a request. The agents that made it receive the rejection at their next call. Throws 404 when it is
 * unknown, and 409 when it is already decided.
 */
export function rejectRequest(
  host: Host,
  context: WriteContext,
  requestid: number,
  reason: string | null,
): void {
  host.db.transact(context, 'endpoints.enrollment.rejected', (tx) => {
    const { hostname, serialnumber } = pendingRequest(tx, requestid);
    tx.update(enrollmentrequests, requestid, { state: 'rejected', reason });
    tx.audit({
      entitytype: 'enrollmentrequest',
      entityid: requestid,
      details: { hostname, serialnumber, reason },
      undoable: false,
    });
  });
}

/**
 * Revokes the credential of a PC and ends its open poll. Also revokes its parked credentials and its
 * approvals. Blocks the PC from enrolling again if requested. Throws 404 for an unknown PC, and 409 when
 * there is no credential and no block is requested.
 */
export function revokeCredential(
  host: Host,
  context: WriteContext,
  assetid: number,
  { blockreenroll, reason = null }: { blockreenroll: boolean; reason?: string | null },
): void {
  host.db.transact(context, 'endpoints.credential.revoked', (tx) => {
    if (!computerOf.get(tx, { assetid })) throw notFound('Computer');
    const credential = credentialOfAsset.get(tx, { assetid });
    const parked = parkedUnder.all(tx, { assetid });
    if (!credential && parked.length === 0 && !blockreenroll)
      throw new AppError('CONFLICT', 'This PC has no credential.', { field: 'assetid' });
    if (credential) tx.delete(endpointcredentials, credential.endpointcredentialid);
    // Parked credentials are revoked too: an undo of the merge must not restore them.
    for (const { parkedcredentialid } of parked) tx.delete(parkedcredentials, parkedcredentialid);
    for (const { requestid } of openApprovals.all(tx, { assetid }))
      tx.update(enrollmentrequests, requestid, { state: 'revoked' });
    if (blockreenroll && !enrollmentBlockOf.get(tx, { assetid }))
      tx.insert(endpointblocks, { assetid, reason });
    const details = { blockreenroll, reason, ...prefixesOf(credential, parked) };
    tx.audit({ entitytype: 'asset', entityid: assetid, details, undoable: false });
  });
  host.getInstance(Polls).revoke(assetid);
}

function prefixesOf(
  credential: { prefix: string } | undefined,
  parked: readonly { prefix: string }[],
): { prefix?: string; parked?: string[] } {
  return {
    ...(credential && { prefix: credential.prefix }),
    ...(parked.length > 0 && { parked: parked.map(({ prefix }) => prefix) }),
  };
}

/** Allows a blocked PC to enroll again. Does nothing when it is not blocked. Throws 404 for an unknown PC. */
export function allowReenroll(host: Host, context: WriteContext, assetid: number): void {
  host.db.transact(context, 'endpoints.credential.allowed', (tx) => {
    if (!computerOf.get(tx, { assetid })) throw notFound('Computer');
    const block = enrollmentBlockOf.get(tx, { assetid });
    if (!block) return;
    tx.delete(endpointblocks, block.endpointblockid);
    tx.audit({ entitytype: 'asset', entityid: assetid, details: { reason: block.reason }, undoable: false });
  });
}
