import { expect, test } from 'bun:test';
import { BodyBudget } from './body-budget.ts';

const MB = 1024 * 1024;
let now = 0;
const budget = () => new BodyBudget({ now: () => new Date(now) } as never);

/**
 * Starts bodies that never arrive. Returns the numbers of those that were aborted, counted in the order of
 * arrival.
 */
function heldBack(bodies: BodyBudget, who: string | number, count: number): number[] {
  const aborted: number[] = [];
  for (let n = 0; n < count; n++)
    void bodies.within(who, MB, (hurry) => {
      hurry.addEventListener('abort', () => aborted.push(n));
      return new Promise(() => undefined);
    });
  return aborted;
}

test('a new body aborts the oldest pending bodies of the same caller only', async () => {
  const bodies = budget();
  const aborted = heldBack(bodies, '192.0.2.1', 16);
  expect(await bodies.within('192.0.2.2', MB, async (hurry) => hurry.aborted)).toBe(false);
  expect(aborted).toEqual([]);
  expect(await bodies.within('192.0.2.1', MB, async (hurry) => hurry.aborted)).toBe(false);
  expect(aborted).toEqual([0]);
  expect(await bodies.within('192.0.2.1', 3 * MB, async (hurry) => hurry.aborted)).toBe(false);
  expect(aborted).toEqual([0, 1, 2]);
});

test('a body that fails to arrive releases its budget', async () => {
  const bodies = budget();
  for (let n = 0; n < 20; n++)
    await bodies.within(7, 15 * MB, () => Promise.reject(new Error('slow'))).catch(() => undefined);
  expect(await bodies.within(7, 15 * MB, async () => 'read')).toBe('read');
});

test('the budget limits writes without a permission per caller for an hour', () => {
  const bodies = budget();
  for (let n = 0; n < 10; n++) bodies.addOwn(7, MB);
  expect(() => bodies.checkOwn(7)).toThrow('the hourly limit for writes');
  bodies.checkOwn(8);
  now += 3600 * 1000;
  bodies.checkOwn(7);
});
