import { expect, test } from 'bun:test';
import type { MapMarker } from '../src/features/map/schemas.ts';
import { clusterSpots, findWorstTone } from '../src/web/pages/map/clusters.ts';
import { isDue, planWalk } from '../src/web/pages/map/panels/review-round.ts';

const spot = (id: number, x: number, y: number, tone: 'good' | 'warning' = 'good') => ({ id, x, y, tone });

test('clusterSpots groups overlapping pins and leaves others alone', () => {
  const clusters = clusterSpots([spot(1, 0, 0), spot(2, 10, 0), spot(3, 200, 0)], 40);
  expect(clusters.map((cluster) => cluster.spots.map(({ id }) => id))).toEqual([[1, 2], [3]]);
  expect([clusters[0]!.x, clusters[1]!.x]).toEqual([5, 200]);
});

test('clusterSpots groups pins across the cells of its grid', () => {
  expect(clusterSpots([spot(1, 39, 39), spot(2, 41, 41)], 40)).toHaveLength(1);
  expect(clusterSpots([spot(1, -1, -1), spot(2, 1, 1)], 40)).toHaveLength(1);
});

test('clusterSpots loses none of 5,000 pins', () => {
  const spots = Array.from({ length: 5000 }, (_, id) => spot(id, (id * 7919) % 1400, (id * 104_729) % 900));
  const clusters = clusterSpots(spots, 48);
  expect(clusters.reduce((sum, cluster) => sum + cluster.spots.length, 0)).toBe(5000);
  expect(new Set(clusters.map((cluster) => cluster.key)).size).toBe(clusters.length);
});

test('findWorstTone returns the most urgent state of a group', () => {
  expect(findWorstTone([spot(1, 0, 0), spot(2, 0, 0, 'warning')])).toBe('warning');
  expect(findWorstTone([spot(1, 0, 0)])).toBe('good');
});

const marker = (assetid: number, mapx: number, mapy: number, mapverifiedat: string | null = null) =>
  ({ assetid, mapx, mapy, mapverifiedat }) as MapMarker;

test('planWalk goes from each pin to the nearest remaining one', () => {
  const walk = planWalk([marker(1, 100, 0), marker(2, 10, 0), marker(3, 30, 0), marker(4, 100, 5)]);
  expect(walk.map(({ assetid }) => assetid)).toEqual([2, 3, 1, 4]);
});

test('isDue returns true when a position was never verified or too long ago', () => {
  const now = Date.parse('2026-06-30T00:00:00Z');
  expect(isDue(marker(1, 0, 0), 90, now)).toBe(true);
  expect(isDue(marker(1, 0, 0, '2026-06-01T00:00:00.000Z'), 90, now)).toBe(false);
  expect(isDue(marker(1, 0, 0, '2026-01-01T00:00:00.000Z'), 90, now)).toBe(true);
  expect(isDue(marker(1, 0, 0, '2020-01-01T00:00:00.000Z'), 0, now)).toBe(false);
});
