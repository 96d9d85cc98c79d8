import { setTimeout as delay } from 'node:timers/promises';

/** How often, and after how long, a port is tried again that the previous run released a moment ago. */
const PORT_TRIES = 40;
const PORT_PAUSE_MS = 250;

/** Repeats the work, which listens, while the port is still taken. */
export async function retryUntilPortIsFree<T>(work: () => Promise<T>): Promise<T> {
  for (let left = PORT_TRIES; ; left--)
    try {
      return await work();
    } catch (cause) {
      if (left === 0 || !isPortTaken(cause)) throw cause;
      await delay(PORT_PAUSE_MS);
    }
}

export const isPortTaken = (cause: unknown): boolean =>
  (cause as { code?: unknown } | null)?.code === 'EADDRINUSE';
