import { test } from 'bun:test';
import { HANG_MS } from './hang.ts';

/** Runs one step of a journey. The message of a failure starts with the name of the step. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new Error(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/**
 * Declares one test of several named steps, each of which continues from the previous one. A failure names
 * its step. The following steps do not run. Separate tests must not continue one another, because the runner
 * shuffles them.
 */
export function testJourney(title: string, steps: Record<string, () => Promise<unknown>>): void {
  const work = Object.entries(steps);
  test(title, { timeout: work.length * HANG_MS }, async () => {
    for (const [name, run] of work) await step(name, run);
  });
}
