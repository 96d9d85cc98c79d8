import { expect, test } from 'bun:test';
import { tmpdir } from 'node:os';
import { computeMissingBytes, diskOf, reserveOf } from './disk-space.ts';

const MB = 1024 ** 2;
const GB = 1024 ** 3;

test('each purpose leaves its share of a small and of a large disk free', () => {
  const small = (purpose: Parameters<typeof reserveOf>[0]) => reserveOf(purpose, 100 * MB);
  const large = (purpose: Parameters<typeof reserveOf>[0]) => reserveOf(purpose, 1000 * GB);
  expect([small('write'), large('write')]).toEqual([16 * MB, 16 * MB]);
  expect([small('upload'), large('upload')]).toEqual([16 * MB, 512 * MB]);
  expect(reserveOf('upload', 2 * GB)).toBeCloseTo(0.1 * GB, 0);
  expect([small('unattended'), large('unattended')]).toEqual([10 * MB, GB]);
  expect([small('attended'), large('attended')]).toEqual([0, 0]);
});

test('missing bytes are what does not fit', () => {
  const { totalbytes } = diskOf(tmpdir());
  expect(computeMissingBytes(tmpdir(), 2 * totalbytes, 'attended')).toBeGreaterThanOrEqual(totalbytes);
  expect(computeMissingBytes(tmpdir(), 0, 'attended')).toBe(0);
});
