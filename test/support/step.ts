import { test } from 'bun:test';
import { HANG_MS } from './hang.ts';

/** Does one step of a journey. A failure says first in which step it happened. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new Error(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/**
 * Declares one test of several named steps, each of which continues what the one before left. A failure says in which
 * step it happened; the steps after it do not run.
 */
export function testJourney(title: string, steps: Record<string, () => Promise<unknown>>): void {
  const work = Object.entries(steps);
  test(title, { timeout: work.length * HANG_MS }, async () => {
    for (const [name, run] of work) await step(name, run);
  });
}
