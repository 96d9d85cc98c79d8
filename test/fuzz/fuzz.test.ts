import { expect, test } from 'bun:test';
import { HANG_MS } from '../support/hang.ts';
import { fuzz } from './run.ts';

test(
  'the server responds to 4,000 malformed requests without a server error',
  async () => {
    const { statuses, faults } = await fuzz(4000, 1);
    expect(faults).toEqual([]);
    // The run is only useful when a good part of the requests passes validation.
    expect(statuses['200']! + (statuses['201'] ?? 0)).toBeGreaterThan(400);
    expect(statuses['401']).toBeUndefined();
  },
  HANG_MS,
);
