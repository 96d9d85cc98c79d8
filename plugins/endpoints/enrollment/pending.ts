import type { Tx } from '../../../src/kit/data/tx.ts';
import type { Asking, EnrollAnswer } from './asking.ts';
import {
  candidatesOf,
  dropKeyless,
  dropOldest,
  insertCandidate,
  insertRequest,
  pendingCount,
  pendingOfPair,
  seeCandidate,
  seeRequest,
} from './queries.ts';

/** So many wait at most; past that the oldest that showed no key give way. */
export const MOST_PENDING = 5000;
/** So many nonces are kept of one pair. */
const MOST_CANDIDATES = 5;

/**
 * The one pending request of a host name and a serial number. Another nonce never takes the place of one that is there:
 * it is kept beside it. That somebody asked is no decision, so it is in no audit row.
 */
export function keepPending(tx: Tx, asking: Asking): EnrollAnswer {
  const { hostname, serialnumber, agentversion, osversion, noncehash, address } = asking;
  const iskeyed = asking.isKeyed ? 1 : 0;
  const seen = { iskeyed, agentversion, osversion, at: tx.at } as const;
  const known = pendingOfPair.get(tx, asking);
  if (known) seeRequest.run(tx, { requestid: known.requestid, ...seen });
  else if (pendingCount.get(tx)!.n >= MOST_PENDING) dropOldest.run(tx);
  const requestid = known?.requestid ?? insertRequest.get(tx, { hostname, serialnumber, ...seen })!.requestid;
  const candidate = { requestid, noncehash, address, iskeyed, at: tx.at } as const;
  const isNew = seeCandidate.run(tx, candidate) === 0;
  if (isNew && hasRoom(tx, requestid, asking)) insertCandidate.run(tx, candidate);
  return { state: 'pending', credential: null, assetid: null, requestid };
}

/** Strangers fill the places with nonces of their own: for a PC that shows the key one of them makes room. */
const hasRoom = (tx: Tx, requestid: number, { isKeyed }: Asking): boolean =>
  candidatesOf.all(tx, { requestid }).length < MOST_CANDIDATES ||
  (isKeyed && dropKeyless.run(tx, { requestid }) > 0);
