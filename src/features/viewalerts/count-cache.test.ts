import { expect, test } from 'bun:test';
import { CountCache } from './count-cache.ts';

const MINUTE_MS = 60_000;

/** Creates a cache of counts that cost 15 ms each and are outdated at once. */
function createCache() {
  let [time, spent, counted] = [0, 0, 0];
  const cache = new CountCache(
    () => time,
    () => spent,
  );
  const load = (views: number) => {
    const read = cache.begin();
    counted = 0;
    for (let n = 0; n < views; n++)
      read(`view ${n}`, () => {
        counted++;
        spent += 15;
        return { value: n, isFresh: () => false };
      });
    return counted;
  };
  return { load, advance: (ms: number) => (time += ms) };
}

test('a request renews outdated counts only while it has time, and all after a minute', () => {
  const { load, advance } = createCache();
  expect(load(200)).toBe(200);
  expect(load(200)).toBe(2);
  advance(MINUTE_MS - 1);
  expect(load(200)).toBe(2);
  advance(1);
  expect(load(200)).toBe(200);
});

test('a count is used without limit while its tables do not change', () => {
  let isChanged = false;
  const cache = new CountCache(() => 0);
  const read = (value: number) => cache.begin()('all', () => ({ value, isFresh: () => !isChanged }));
  expect([read(1), read(2)]).toEqual([1, 1]);
  isChanged = true;
  expect([read(3), read(4)]).toEqual([3, 4]);
});
