import { setTimeout as delay } from 'node:timers/promises';

/** Waits until all is done, for at most that many milliseconds; then calls `cut`. */
export async function waitAtMost(graceMs: number, done: Promise<unknown>, cut: () => unknown): Promise<void> {
  const timer = new AbortController();
  const expired = delay(graceMs, undefined, { signal: timer.signal }).then(cut, () => undefined);
  await Promise.race([done, expired]);
  timer.abort();
}
