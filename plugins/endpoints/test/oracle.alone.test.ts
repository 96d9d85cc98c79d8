import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../../../test/support/site.ts';
import { ask, enrolledPc, keyed, nonce, pc, setSharedKey } from './pcs.ts';

const TRIES = 2000;

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
  await pc(site, 'known-1');
  await pc(site, 'known-2');
  await enrolledPc(site, 'known-3');
});
afterAll(() => site.stop());

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** What a stranger tries to tell apart: whether a key is right, a name known, a serial the one of the register. */
const TRIED: Record<string, (own: string) => ReturnType<typeof ask>> = {
  'no key': (own) => ask(site.stranger, 'known-1', own),
  'a wrong key': (own) => ask(site.stranger.with({ 'x-api-key': 'x'.repeat(21) }), 'known-1', own),
  'an unknown name': (own) => ask(keyed(site), 'unknown-1', own),
  'a serial of another': (own) => ask(keyed(site), 'known-2', own, 'SN-known-1'),
  'one that is enrolled': (own) => ask(keyed(site), 'known-3', own),
};

test('threat 6: the answer is the same, and takes as long, whatever is wrong with an enrollment', async () => {
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(TRIED).map((name) => [name, []]));
  const own = Object.fromEntries(Object.keys(TRIED).map((name) => [name, nonce()]));
  const told = new Set<string>();
  // In turns, so that whatever else the box does falls on all of them.
  for (let round = 0; round < TRIES; round++)
    for (const [name, attempt] of Object.entries(TRIED)) {
      const began = performance.now();
      const { status, data } = await attempt(own[name]!);
      times[name]!.push(performance.now() - began);
      told.add(JSON.stringify([status, { ...data, requestid: typeof data.requestid }]));
    }
  expect([...told]).toEqual([
    JSON.stringify([200, { state: 'pending', credential: null, assetid: null, requestid: 'number' }]),
  ]);
  const medians = Object.values(times).map(median);
  expect(Math.max(...medians) - Math.min(...medians)).toBeLessThan(1);
});
