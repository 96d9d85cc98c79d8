import { setTimeout as delay } from 'node:timers/promises';

/** Waits for `done`, at most `graceMs` milliseconds, and then calls `cut`. */
export async function waitAtMost(graceMs: number, done: Promise<unknown>, cut: () => unknown): Promise<void> {
  const timer = new AbortController();
  const expired = delay(graceMs, undefined, { signal: timer.signal }).then(cut, () => undefined);
  await Promise.race([done, expired]);
  timer.abort();
}
