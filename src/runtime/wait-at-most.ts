import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits for `done`. If that takes longer than `graceMs` milliseconds, calls `onTimeout` and waits for it
 * instead.
 */
export async function waitAtMost(
  graceMs: number,
  done: Promise<unknown>,
  onTimeout: () => unknown,
): Promise<void> {
  const timer = new AbortController();
  const expired = delay(graceMs, undefined, { signal: timer.signal }).then(onTimeout, () => undefined);
  await Promise.race([done, expired]);
  timer.abort();
}
