import type { Host } from '../../../src/kit/host.ts';
import { enrolledPcs } from './queries.ts';

/** PCs that may return in one second. The cost is in the new connections. */
const PER_SECOND = 350;
const MAX_SPREAD_SECONDS = 40;
/** Seconds within which a restart completes. */
const RESTART_SECONDS = 10;
/**
 * Fractional part of the golden ratio. Multiples of it, modulo 1, spread every run of consecutive IDs evenly.
 */
const GOLDEN = 0.618_033_988_749_895;

/**
 * Returns the fixed place of a PC within any interval, from 0 up to, but not including, 1. It never changes,
 * so that no new herd forms.
 */
export const slotOf = (assetid: number): number => (assetid * GOLDEN) % 1;

/**
 * Returns the seconds, from 10 to 49, after which a PC calls a stopped server again. The spread grows with
 * `pcs`, the number of enrolled PCs.
 */
export const computeReturnSeconds = (assetid: number, pcs: number): number =>
  RESTART_SECONDS + Math.floor(slotOf(assetid) * Math.min(Math.ceil(pcs / PER_SECOND), MAX_SPREAD_SECONDS));

/**
 * Returns the seconds until the next check-in of a PC, which has its own slot in each interval. In its slot
 * this is `pollseconds`; at any other time, between half and one and a half times as long.
 */
export function computeNextCheckInSeconds(assetid: number, pollseconds: number, now: Date): number {
  const since = (now.getTime() / 1000 - slotOf(assetid) * pollseconds) % pollseconds;
  const left = Math.round(pollseconds - since);
  return left < pollseconds / 2 ? left + pollseconds : left;
}

/** Returns the seconds after which a PC calls again when this server has stopped. */
export const readReturnSeconds = (host: Host, assetid: number): number =>
  computeReturnSeconds(
    assetid,
    host.db.remember('endpoints.enrolled', (reader) => enrolledPcs.get(reader)!.n),
  );
