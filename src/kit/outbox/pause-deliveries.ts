import type { Reader } from '../data/reader.ts';
import type { Tx } from '../data/tx.ts';
import { AppError } from '../errors.ts';
import { discardQueued, itemsInState, pauseState, setPauseState } from './queries.ts';

/** Told when somebody has said that restored data go on. */
export const DELIVERIES_RESUMED = 'appliance.goes.on';

/** Since when nothing goes out; null where everything does. */
export const readPausedSince = (reader: Reader): string | null => pauseState.get(reader)?.heldsince ?? null;

/** How long a machine waits that asked too early, in seconds. */
const RETRY_SECONDS = 300;

/** 503 while restored data are held back: what machines fetch by themselves may be old, and what they have they keep. */
export function refuseWhilePaused(reader: Reader, what: string): void {
  if (readPausedSince(reader) !== null)
    throw new AppError(
      'BUSY',
      `This appliance was restored: ${what} once an admin says that it goes on.`,
      undefined,
      RETRY_SECONDS,
    );
}

/**
 * Data that were restored tell nobody anything until somebody says that they go on: the appliance of which they are a
 * copy may still run. What they held unsent was told by that one, or is old; answers how much of it was dropped.
 */
export function pauseDeliveries(tx: Tx): number {
  setPauseState.run(tx, { heldsince: tx.at });
  return discardQueued.run(tx, { at: tx.at });
}

/** Lets go out what came up meanwhile, and what comes; answers how much waited. */
export function resumeDeliveries(tx: Tx): number {
  setPauseState.run(tx, { heldsince: null });
  tx.emit({ name: 'outbox.queued' });
  tx.emit({ name: DELIVERIES_RESUMED });
  return itemsInState.get(tx, { state: 'queued' })!.n;
}
