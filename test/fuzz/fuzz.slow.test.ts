import { expect, test } from 'bun:test';
import { fuzz } from './run.ts';

const REQUESTS = 100_000;

test('a hundred thousand requests as nobody would send them are answered without a fault of the appliance', async () => {
  const seed = Number(process.env.MILLWRIGHT_FUZZ_SEED ?? 2);
  const { statuses, faults } = await fuzz(REQUESTS, seed);
  expect(faults).toEqual([]);
  expect(Object.values(statuses).reduce((sum, count) => sum + count, 0)).toBe(REQUESTS);
}, 600_000);
