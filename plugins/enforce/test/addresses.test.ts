import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { type Site, startSite } from '../../../test/support/site.ts';
import { createPcClient, createScope, manifestPath, requestPublish } from './enforce-requests.ts';

let site: Site;
let behind: Site;
beforeAll(async () => {
  site = await startSite();
  behind = await startSite({ config: { trustedProxies: 1 } });
  for (const one of [site, behind]) {
    const { scopeid } = await createScope(one, { scopename: 'Press' });
    await requestPublish(one, scopeid);
  }
});
beforeEach(async () => {
  for (const one of [site, behind]) await allow(one, '');
});
afterAll(async () => {
  await site.stop();
  await behind.stop();
});

const allow = (of: Site, value: string) => of.admin.put('/api/settings/enforce_allowed_cidrs', { value });
const status = async (of: Site, headers: Record<string, string> = {}) =>
  (await of.anonymous.with(headers).get(manifestPath('Press'))).status;

test('manifests, payloads and reports need no token when the address is in an allowed range', async () => {
  expect(await status(site)).toBe(401);
  await allow(site, '10.0.0.0/8, 127.0.0.0/8');
  expect(await status(site)).toBe(200);
  expect((await site.anonymous.get(`/api/enforce/payload/${'a'.repeat(64)}`)).status).toBe(404);
  expect((await site.anonymous.post('/api/enforce/report', { hostname: 'pc' })).status).toBe(201);
  expect((await site.anonymous.get('/api/enforce/scopes')).status).toBe(401);
  await allow(site, '10.0.0.0/8');
  expect(await status(site)).toBe(401);
});

test('the server ignores forwarded address headers without a trusted proxy', async () => {
  await allow(site, '10.0.0.0/8');
  for (const name of ['x-forwarded-for', 'x-real-ip', 'true-client-ip', 'forwarded', 'cf-connecting-ip'])
    expect([name, await status(site, { [name]: '10.1.1.1' })]).toEqual([name, 401]);
  await allow(site, '127.0.0.1');
  expect(await status(site, { 'x-forwarded-for': '8.8.8.8' })).toBe(200);
});

test('the server uses the last forwarded address behind one trusted proxy', async () => {
  await allow(behind, '10.0.0.0/8, fd00:20::/32');
  for (const [forwarded, expected] of [
    ['10.1.1.1', 200],
    ['8.8.8.8, 10.1.1.1', 200],
    ['10.1.1.1, 8.8.8.8', 401],
    ['::ffff:10.2.3.4', 200],
    ['::ffff:a02:304', 200],
    ['::ffff:8.8.8.8', 401],
    ['fd00:20::7', 200],
    ['fd00:21::7', 401],
    ['nonsense', 401],
  ] as const)
    expect([forwarded, await status(behind, { 'x-forwarded-for': forwarded })]).toEqual([
      forwarded,
      expected,
    ]);
  expect(await status(behind)).toBe(401);
});

test('the server checks a presented token when the address is in an allowed range', async () => {
  await allow(site, '127.0.0.0/8');
  const bound = await createPcClient(site, ['enforce.fetch'], ['Lathe']);
  expect((await bound.get(manifestPath('Press'))).status).toBe(403);
  expect(await status(site, { 'x-api-key': 'mw_svc_aaaaaaaa_wrong' })).toBe(401);
});

test('the setting returns 400 when an address range is invalid', async () => {
  for (const wrong of ['10.0.0.0/33', 'everybody', '10.0.0', '10.0.0.0/8, x'])
    expect([wrong, (await allow(site, wrong)).status]).toEqual([wrong, 400]);
  for (const right of ['', '10.0.0.0/8', '::1', '192.168.1.7, fd00::/8'])
    expect([right, (await allow(site, right)).status]).toEqual([right, 200]);
});
