import type { Reader } from '../data/reader.ts';
import type { Tx } from '../data/tx.ts';
import { AppError } from '../errors.ts';
import { discardQueued, itemsInState, pauseState, setPauseState } from './queries.ts';

/** The event after an admin resumed the deliveries of restored data. */
export const DELIVERIES_RESUMED = 'appliance.goes.on';

/**
 * Returns the time since which deliveries are paused, or null while they are not. During the pause, machines
 * get no work either, because the original appliance may still be running.
 */
export const readPausedSince = (reader: Reader): string | null => pauseState.get(reader)?.heldsince ?? null;

/** The seconds after which a client may try again. */
const RETRY_SECONDS = 300;

/**
 * Throws 503 while deliveries are paused after a restore. `what` is the part of the message that states what
 * works again after the pause. Restored data may be outdated, so clients are refused and keep their own.
 */
export function refuseWhilePaused(reader: Reader, what: string): void {
  if (readPausedSince(reader) !== null)
    throw new AppError(
      'BUSY',
      `This appliance was restored: ${what} after an admin resumes deliveries.`,
      undefined,
      RETRY_SECONDS,
    );
}

/**
 * Pauses all deliveries after a restore and discards the queued ones. Those may be outdated, or the original
 * appliance may have delivered them already. Returns the number of discarded deliveries.
 */
export function pauseDeliveries(tx: Tx): number {
  setPauseState.run(tx, { heldsince: tx.at });
  return discardQueued.run(tx, { at: tx.at });
}

/** Resumes deliveries, including those queued during the pause. Returns the number queued. */
export function resumeDeliveries(tx: Tx): number {
  setPauseState.run(tx, { heldsince: null });
  tx.emit({ name: 'outbox.queued' });
  tx.emit({ name: DELIVERIES_RESUMED });
  return itemsInState.get(tx, { state: 'queued' })!.n;
}
