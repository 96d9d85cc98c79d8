import { count, eq } from 'drizzle-orm';
import { build, command, type Given, query } from '../data/query.ts';
import type { Reader } from '../data/reader.ts';
import type { Tx } from '../data/tx.ts';
import { appliance, outbox } from '../tables.ts';

const hold = query(() => build.select({ heldsince: appliance.heldsince }).from(appliance));

const setHold = command((given: Given<{ heldsince: string | null }>) =>
  build.update(appliance).set({ heldsince: given.heldsince }),
);

const waiting = query(() =>
  build
    .select({ n: count().as('n') })
    .from(outbox)
    .where(eq(outbox.state, 'queued')),
);

const dropWaiting = command((given: Given<{ at: string }>) =>
  build
    .update(outbox)
    .set({ state: 'discarded', payload: '', modifieddate: given.at })
    .where(eq(outbox.state, 'queued')),
);

/** Since when nothing goes out; null where everything does. */
export const heldSince = (reader: Reader): string | null => hold.get(reader)?.heldsince ?? null;

/**
 * Data that were restored tell nobody anything until somebody says that they go on: the appliance of which they are a
 * copy may still run. What they held unsent was told by that one, or is old; answers how much of it was dropped.
 */
export function holdBack(tx: Tx): number {
  setHold.run(tx, { heldsince: tx.at });
  return dropWaiting.run(tx, { at: tx.at });
}

/** Lets go out what came up meanwhile, and what comes; answers how much waited. */
export function letGoOut(tx: Tx): number {
  setHold.run(tx, { heldsince: null });
  tx.emit({ name: 'outbox.queued' });
  return waiting.get(tx)!.n;
}
