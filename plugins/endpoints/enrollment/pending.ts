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

/** So many wait at most, whatever they showed. */
export const MAX_PENDING = 5000;
const PENDING = { state: 'pending', credential: null, assetid: null } as const;
/** So many nonces are kept of one pair. */
const MAX_CANDIDATES = 5;

/**
 * The one pending request of a host name and a serial number. Another nonce never takes the place of one that is there:
 * it is kept beside it. That somebody asked is no decision, so it is in no audit row.
 */
export function savePendingRequest(tx: Tx, asking: EnrollmentAttempt): EnrollAnswer {
  const { hostname, serialnumber, agentversion, osversion, noncehash, address } = asking;
  const iskeyed = asking.isKeyed ? 1 : 0;
  const seen = { iskeyed, agentversion, osversion, at: tx.at } as const;
  const known = pendingOfPair.get(tx, asking);
  if (known) updateSeenRequest.run(tx, { requestid: known.requestid, ...seen });
  else if (!makeRoom(tx, asking)) return { ...PENDING, requestid: null };
  const network = networkOf(address);
  const requestid =
    known?.requestid ?? insertRequest.get(tx, { hostname, serialnumber, network, ...seen })!.requestid;
  const candidate = { requestid, noncehash, address, iskeyed, at: tx.at } as const;
  const isNew = updateSeenCandidate.run(tx, candidate) === 0;
  if (isNew && hasRoom(tx, requestid, asking)) insertCandidate.run(tx, candidate);
  return { ...PENDING, requestid };
}

/**
 * Room for one more. Of an address that sent as many without a key as may wait, the oldest give way; where all places
 * are taken, the oldest of the fullest address. What showed the key gives way to nothing that did not.
 */
function makeRoom(tx: Tx, { isKeyed, address, mostPending }: EnrollmentAttempt): boolean {
  if (!isKeyed) deleteKeylessOf.run(tx, { network: networkOf(address), kept: mostPending - 1 });
  if (pendingCount.get(tx)!.n < MAX_PENDING) return true;
  const [fullest] = keylessByAddress.all(tx, { most: 1 });
  if (fullest) return deleteKeylessOf.run(tx, { network: fullest.network, kept: fullest.n - 1 }) > 0;
  return isKeyed && deleteOldestKeyed.run(tx) > 0;
}

/** Strangers fill the places with nonces of their own: for a PC that shows the key one of them makes room. */
const hasRoom = (tx: Tx, requestid: number, { isKeyed }: EnrollmentAttempt): boolean =>
  candidatesOf.all(tx, { requestid }).length < MAX_CANDIDATES ||
  (isKeyed && deleteKeylessCandidate.run(tx, { requestid }) > 0);
