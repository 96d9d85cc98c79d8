import type { Host } from '../../../src/kit/host.ts';
import { enrolledPcs } from './queries.ts';

/** So many PCs may come back in one second: connections are made anew, and that is what costs. */
const PER_SECOND = 350;
const MAX_SPREAD_SECONDS = 40;
/** A restart is over by then. */
const RESTART_SECONDS = 10;
/** Parts of the golden ratio: numbers that follow each other lie far apart, and any run of them is spread evenly. */
const GOLDEN = 0.618_033_988_749_895;

/** The place of a PC within any stretch of time, from 0 to 1. It is its own for ever, so that no herd forms again. */
export const slotOf = (assetid: number): number => (assetid * GOLDEN) % 1;

/** Seconds after which a PC comes back to a server that has ended, where so many PCs do: from 10 to 50. */
export const computeReturnSeconds = (assetid: number, pcs: number): number =>
  RESTART_SECONDS + Math.floor(slotOf(assetid) * Math.min(Math.ceil(pcs / PER_SECOND), MAX_SPREAD_SECONDS));

/**
 * Seconds until a PC checks in again: its own moment of each interval. Once it is there, that is every `pollseconds`;
 * until then between half of it and one and a half.
 */
export function computeNextCheckInSeconds(assetid: number, pollseconds: number, now: Date): number {
  const since = (now.getTime() / 1000 - slotOf(assetid) * pollseconds) % pollseconds;
  const left = Math.round(pollseconds - since);
  return left < pollseconds / 2 ? left + pollseconds : left;
}

/** When the PCs of this server come back after it has ended. */
export const readReturnSeconds = (host: Host, assetid: number): number =>
  computeReturnSeconds(
    assetid,
    host.db.remember('endpoints.enrolled', (reader) => enrolledPcs.get(reader)!.n),
  );
