import { expect, test } from 'bun:test';
import { fuzz } from './run.ts';

const REQUESTS = 100_000;
/**
 * Timeout in milliseconds for all requests, far more than they need. A hanging request has its own timeout.
 */
const HANG_OF_ALL_MS = 4 * 60 * 60_000;

test(
  'the server responds to 100,000 malformed requests without a server error',
  async () => {
    const seed = Number(process.env.MILLWRIGHT_FUZZ_SEED ?? 2);
    const { statuses, faults } = await fuzz(REQUESTS, seed);
    expect(faults).toEqual([]);
    expect(Object.values(statuses).reduce((sum, count) => sum + count, 0)).toBe(REQUESTS);
  },
  HANG_OF_ALL_MS,
);
