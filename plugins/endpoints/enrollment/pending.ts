import type { Tx } from '../../../src/kit/data/tx.ts';
import { networkOf } from '../../../src/kit/http/client-address.ts';
import type { EnrollAnswer, EnrollmentAttempt } from './enrollment-attempt.ts';
import {
  candidatesOf,
  deleteKeylessCandidate,
  deleteKeylessOf,
  deleteOldestKeyed,
  insertCandidate,
  insertRequest,
  keylessByAddress,
  pendingCount,
  pendingOfPair,
  updateSeenCandidate,
  updateSeenRequest,
} from './queries.ts';

/** Maximum number of pending requests in total, with or without the shared key. */
export const MAX_PENDING = 5000;
const PENDING = { state: 'pending', credential: null, assetid: null } as const;
/** Maximum number of nonces per request. */
const MAX_CANDIDATES = 5;

/**
 * Stores or updates the one pending request of a host name and a serial number. Another nonce is added beside
 * the stored ones if there is room (`makeCandidateRoom`), and otherwise dropped. The ID is null when there is
 * no room for the request. A request is not a decision, so it is not audited.
 */
export function savePendingRequest(tx: Tx, attempt: EnrollmentAttempt): EnrollAnswer {
  const { hostname, serialnumber, agentversion, osversion, noncehash, address } = attempt;
  const iskeyed = attempt.isKeyed ? 1 : 0;
  const seen = { iskeyed, agentversion, osversion, at: tx.at } as const;
  const pending = pendingOfPair.get(tx, attempt);
  if (pending) updateSeenRequest.run(tx, { requestid: pending.requestid, ...seen });
  else if (!makeRoom(tx, attempt)) return { ...PENDING, requestid: null };
  const network = networkOf(address);
  const requestid =
    pending?.requestid ?? insertRequest.get(tx, { hostname, serialnumber, network, ...seen })!.requestid;
  const candidate = { requestid, noncehash, address, iskeyed, at: tx.at } as const;
  const isNew = updateSeenCandidate.run(tx, candidate) === 0;
  if (isNew && makeCandidateRoom(tx, requestid, attempt)) insertCandidate.run(tx, candidate);
  return { ...PENDING, requestid };
}

/**
 * Makes space for one more request, and returns false when there is none. Without the key, the oldest
 * requests of an address at its limit are deleted. When all places are taken, the oldest request of the
 * address with the most keyless requests is deleted. If all have the shared key, a request with it replaces
 * the oldest, and one without it gets no place.
 */
function makeRoom(tx: Tx, { isKeyed, address, mostPending }: EnrollmentAttempt): boolean {
  if (!isKeyed) deleteKeylessOf.run(tx, { network: networkOf(address), kept: mostPending - 1 });
  if (pendingCount.get(tx)!.n < MAX_PENDING) return true;
  const [fullest] = keylessByAddress.all(tx, { most: 1 });
  if (fullest) return deleteKeylessOf.run(tx, { network: fullest.network, kept: fullest.n - 1 }) > 0;
  return isKeyed && deleteOldestKeyed.run(tx) > 0;
}

/**
 * Makes space for one more nonce of a request, and returns false when there is none. Anonymous callers may
 * fill the places with nonces of their own. For a PC with the shared key, the newest nonce that came without
 * it is deleted, but never the first nonce.
 */
const makeCandidateRoom = (tx: Tx, requestid: number, { isKeyed }: EnrollmentAttempt): boolean =>
  candidatesOf.all(tx, { requestid }).length < MAX_CANDIDATES ||
  (isKeyed && deleteKeylessCandidate.run(tx, { requestid }) > 0);
