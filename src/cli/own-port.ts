import { setTimeout as delay } from 'node:timers/promises';

/**
 * The number of attempts, and the pause between them, for a port that the previous run released a moment ago.
 */
const PORT_TRIES = 40;
const PORT_PAUSE_MS = 250;

/** Repeats `work`, which starts a listener, while the port is still in use, for about ten seconds. */
export async function retryUntilPortIsFree<T>(work: () => Promise<T>): Promise<T> {
  for (let left = PORT_TRIES; ; left--)
    try {
      return await work();
    } catch (cause) {
      if (left === 0 || !isPortTaken(cause)) throw cause;
      await delay(PORT_PAUSE_MS);
    }
}

/** Reports whether a listener could not start because its port is in use. */
export const isPortTaken = (cause: unknown): boolean =>
  (cause as { code?: unknown } | null)?.code === 'EADDRINUSE';
