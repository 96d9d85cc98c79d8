import type { Reader } from '../data/reader.ts';
import type { Tx } from '../data/tx.ts';
import { dropQueued, hold, itemsInState, setHold } from './queries.ts';

/** Since when nothing goes out; null where everything does. */
export const heldSince = (reader: Reader): string | null => hold.get(reader)?.heldsince ?? null;

/**
 * Data that were restored tell nobody anything until somebody says that they go on: the appliance of which they are a
 * copy may still run. What they held unsent was told by that one, or is old; answers how much of it was dropped.
 */
export function holdBack(tx: Tx): number {
  setHold.run(tx, { heldsince: tx.at });
  return dropQueued.run(tx, { at: tx.at });
}

/** Lets go out what came up meanwhile, and what comes; answers how much waited. */
export function letGoOut(tx: Tx): number {
  setHold.run(tx, { heldsince: null });
  tx.emit({ name: 'outbox.queued' });
  return itemsInState.get(tx, { state: 'queued' })!.n;
}
