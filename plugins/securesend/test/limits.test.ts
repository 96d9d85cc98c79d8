import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../../../test/support/client.ts';
import { MINUTE } from '../../../test/support/clock.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { createLink, isLinkLive, PATH, redeemLink } from './links.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ config: { trustedProxies: 1 } });
});
afterAll(() => site.stop());

const from = (client: Client, address: string) => client.with({ 'x-forwarded-for': address });

/** Sends many requests, 50 at a time, and counts the responses by status. */
async function countStatuses(times: number, ask: (n: number) => Promise<{ status: number }>) {
  const counts: Record<number, number> = {};
  for (let from = 0; from < times; from += 50)
    for (const { status } of await Promise.all(Array.from({ length: 50 }, (_, n) => ask(from + n))))
      counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Requests links that do not exist. */
const missing = (address: string, times: number) =>
  countStatuses(times, (n) => from(site.anonymous, address).get(`${PATH}/${`${n}`.padStart(22, 'A')}`));

test('an address gets 429 for all links after 600 unknown ones, and no link is spent', async () => {
  const token = await createLink(site);
  expect(await missing('10.1.0.1', 650)).toEqual({ 200: 600, 429: 50 });
  const answer = await redeemLink(from(site.anonymous, '10.1.0.1'), token);
  expect([answer.status, answer.error.code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  const elsewhere = from(site.anonymous, '10.2.0.1');
  expect(await isLinkLive(elsewhere, token)).toBe(true);
  site.clock.advance(2 * MINUTE);
  expect((await redeemLink(from(site.anonymous, '10.1.0.1'), token)).status).toBe(200);
});

test('a caller cannot evade the limit with forged address headers', async () => {
  await missing('10.3.0.1', 600);
  const rotated = site.anonymous.with({
    'x-forwarded-for': '1.2.3.4, 10.3.0.1',
    'true-client-ip': '1.2.3.5',
    'x-real-ip': '1.2.3.6',
  });
  expect((await rotated.get(`${PATH}/missing`)).status).toBe(429);
});

test('requests for valid links do not count toward the limit', async () => {
  const token = await createLink(site);
  const caller = from(site.anonymous, '10.4.0.1');
  expect(await countStatuses(700, () => caller.get(`${PATH}/${token}`))).toEqual({ 200: 700 });
  expect((await redeemLink(caller, token)).status).toBe(200);
});

test('a user gets 429 after 500 unopened links, and others can still send', async () => {
  const busy = await site.userWith('securesend.create');
  const one = { ciphertext: 'YQ', expiryhours: 4 };
  const { token } = (await busy.post(PATH, one)).data;
  expect(await countStatuses(500, () => busy.post(PATH, one))).toEqual({ 201: 499, 429: 1 });
  const refused = await busy.post(PATH, one);
  expect([refused.status, refused.error.code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3 * 3600);
  expect((await (await site.userWith('securesend.create')).post(PATH, one)).status).toBe(201);
  await redeemLink(site.anonymous, token);
  expect((await busy.post(PATH, one)).status).toBe(201);
});
