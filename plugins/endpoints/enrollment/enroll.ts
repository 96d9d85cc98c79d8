import { ANONYMOUS } from '../../../src/kit/actor.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import type { Host } from '../../../src/kit/host.ts';
import type { Call } from '../../../src/kit/http/call.ts';
import { hashSecret, mintSecret } from '../../../src/kit/minted-secret.ts';
import { keepDistinctiveSerial } from '../../../src/kit/placeholder-values.ts';
import { findPcsNamed } from '../../computers/index.ts';
import { AGENT_CREDENTIAL, findPcOfCredential, hasSharedKey } from '../agent-credentials.ts';
import { Polls } from '../commands/polls.ts';
import { canonicalizeHostname, toReadableLine } from '../names.ts';
import { computerOf, credentialOfAsset, enrollmentBlockOf, pcsOfSerial } from '../queries.ts';
import { endpointcredentials, enrollmentrequests } from '../tables.ts';
import type { EnrollAnswer, EnrollmentAttempt } from './enrollment-attempt.ts';
import { savePendingRequest } from './pending.ts';
import { decidedFor, rejectedFor } from './queries.ts';
import type { EnrollInput } from './schemas.ts';

const answer = (state: EnrollAnswer['state'], more: Partial<EnrollAnswer> = {}): EnrollAnswer => ({
  state,
  credential: null,
  assetid: null,
  requestid: null,
  ...more,
});

/**
 * Issues a credential or stores a pending request, and always returns a state, never an error. An approved
 * agent gets its credential. With the shared key, so does the PC that has both the host name and the serial
 * number in the register. It must have no credential yet, except an unused one of this agent. A blocked PC
 * gets none. A caller with a wrong key or an unknown PC gets the same answer as a PC with a pending request.
 * A caller that sends its valid credential gets `enrolled` without another one.
 */
export function enrollPc(host: Host, call: Call, body: EnrollInput): EnrollAnswer {
  const credential = call.req.headers.get('x-endpoint-credential');
  const own = credential === null ? undefined : findPcOfCredential(host, credential);
  const isKeyed = hasSharedKey(host, call.req);
  if (own) return answer('enrolled', { assetid: own.assetid });
  const hostname = canonicalizeHostname(body.hostname);
  const serial = keepDistinctiveSerial(body.serialnumber);
  const attempt: EnrollmentAttempt = {
    hostname: hostname ?? toReadableLine(body.hostname),
    serialnumber: serial ?? toReadableLine(body.serialnumber),
    noncehash: hashSecret(body.nonce),
    isKeyed,
    agentversion: body.agentversion ?? null,
    osversion: body.osversion ?? null,
    address: call.address(),
    mostPending: host.settings.integer('endpoints_pending_per_address'),
  };
  const actor = { ...ANONYMOUS, kind: AGENT_CREDENTIAL.kind, name: attempt.hostname };
  const { value } = host.db.transact({ ...call.context, actor }, 'endpoints.credential.issued', (tx) =>
    decideEnrollment(tx, attempt, hostname && serial ? { hostname, serialnumber: serial } : undefined),
  );
  // Ends a poll that was opened with the shared key, because that key may no longer fetch commands for this
  // PC.
  if (value.credential && value.assetid !== null) host.getInstance(Polls).release(value.assetid);
  return value;
}

/** Decides on an enrollment call. `pair` is its host name and serial number, if both are distinctive. */
function decideEnrollment(
  tx: Tx,
  attempt: EnrollmentAttempt,
  pair: { hostname: string; serialnumber: string } | undefined,
): EnrollAnswer {
  const named = findPcsNamed(tx, attempt.hostname);
  const matched = pair && findExactMatch(tx, pair, named);
  const assetid = matched ?? (named.length === 1 ? named[0] : undefined);
  const block = assetid !== undefined && enrollmentBlockOf.get(tx, { assetid });
  const decided = decidedFor.get(tx, attempt);
  if (block) return attempt.isKeyed ? answer('blocked', { assetid }) : savePendingRequest(tx, attempt);
  if (decided?.assetid != null) return pickUp(tx, attempt, { ...decided, assetid: decided.assetid });
  if (rejectedFor.get(tx, attempt)) return answer('rejected');
  if (attempt.isKeyed && matched !== undefined) {
    const credential = credentialOfAsset.get(tx, { assetid: matched });
    if (!credential || isUnfetched(credential, attempt)) return issue(tx, attempt, matched);
  }
  return savePendingRequest(tx, attempt);
}

/**
 * Returns the one active computer that has both the host name and the serial number. `named` contains the
 * computers with that host name.
 */
function findExactMatch(
  tx: Tx,
  { serialnumber }: { serialnumber: string },
  named: readonly number[],
): number | undefined {
  const [only, second] = pcsOfSerial.all(tx, { serialnumber });
  return only && !second && named.includes(only.assetid) ? only.assetid : undefined;
}

/**
 * Issues the credential of an approved request to the agent with its nonce. Until a credential is used, each
 * call replaces it with a new one, because an answer may get lost. After that, and while the PC is inactive,
 * the answer has no credential.
 */
function pickUp(
  tx: Tx,
  attempt: EnrollmentAttempt,
  { requestid, state, assetid }: { requestid: number; state: string; assetid: number },
): EnrollAnswer {
  if (computerOf.get(tx, { assetid })?.isactive !== 1) return answer('approved', { requestid });
  const credential = credentialOfAsset.get(tx, { assetid });
  if (state === 'issued' && !isUnfetched(credential, attempt)) return answer('approved', { requestid });
  if (state === 'approved') tx.update(enrollmentrequests, requestid, { state: 'issued' });
  return { ...issue(tx, attempt, assetid), requestid };
}

/**
 * Reports whether the credential was issued to this agent and never used. The answer with the credential may
 * have been lost.
 */
const isUnfetched = (
  credential: { noncehash: string; firstuseddate: string | null } | undefined,
  { noncehash }: EnrollmentAttempt,
): boolean => credential?.noncehash === noncehash && credential.firstuseddate === null;

/** Issues a new credential of the PC and replaces the existing one. */
function issue(tx: Tx, { noncehash }: EnrollmentAttempt, assetid: number): EnrollAnswer {
  const before = credentialOfAsset.get(tx, { assetid });
  if (before) tx.delete(endpointcredentials, before.endpointcredentialid);
  const { secret, prefix, secrethash } = mintSecret('mw_epc_');
  tx.insert(endpointcredentials, { assetid, prefix, secrethash, noncehash });
  tx.audit({
    entitytype: 'asset',
    entityid: assetid,
    details: { prefix, ...(before && { replaced: before.prefix }) },
    undoable: false,
  });
  return answer('enrolled', { credential: secret, assetid });
}
