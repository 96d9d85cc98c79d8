import { readFileSync } from 'node:fs';

/** Returns a generator of pseudorandom numbers from 0 to 1 (mulberry32). The same seed gives the same run. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the percentiles of times in milliseconds. */
export function summarizeTimes(times: readonly number[]) {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) =>
    roundValue(sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? 0);
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

export const roundValue = (value: number): number => Math.round(value * 10) / 10;

/** Returns the duration of the work in milliseconds. */
export async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Returns the memory (MB) and CPU time (s) of a process. */
export function readProcessUsage(pid: number): { mb: number; seconds: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const kb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return { mb: Math.round(kb / 1024), seconds: (Number(fields[11]) + Number(fields[12])) / 100 };
}

/** Runs the work for all items, with `atOnce` of them in parallel. */
export async function runConcurrently<T>(
  all: readonly T[],
  atOnce: number,
  work: (one: T) => Promise<unknown>,
) {
  const left = all.values();
  const worker = async () => {
    for (const one of left) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Starts the work at this rate for this number of seconds, even if earlier work has not ended. */
export async function runAtRate(
  persecond: number,
  seconds: number,
  work: (n: number) => Promise<unknown>,
): Promise<void> {
  const began = performance.now();
  const begun: Promise<unknown>[] = [];
  for (let n = 0; n < Math.round(persecond * seconds); n++) {
    const wait = began + (n * 1000) / persecond - performance.now();
    if (wait > 1) await Bun.sleep(wait);
    begun.push(work(n));
  }
  await Promise.all(begun);
}
