import { afterAll, beforeAll, expect, test } from 'bun:test';
import { HOUR } from './support/clock.ts';
import { type Site, startSite } from './support/site.ts';

let one: Site;
let other: Site;
beforeAll(async () => {
  [one, other] = [await startSite(), await startSite()];
});
afterAll(async () => {
  await one.stop();
  await other.stop();
});

test('two appliances in one process share no data', async () => {
  const made = await one.admin.post('/api/vendors', { vendor: 'Only here' });
  await one.admin.post('/api/computers', { assetnumber: 'PC-1', hostname: 'only-here' });
  await one.admin.put('/api/settings/site_name', { value: 'Plant one' });
  expect((await other.anonymous.get(`/api/vendors/${made.data.vendorid}`)).status).toBe(404);
  expect((await other.anonymous.get('/api/computers')).data).toEqual([]);
  expect((await other.admin.get('/api/search?q=only-here')).data).toEqual([]);
  expect((await other.anonymous.get('/api/settings/site_name')).data.value).toBe('');
  expect((await other.admin.get('/api/users')).data).toHaveLength(1);
});

test('a token and failed logins of an appliance have no effect on another', async () => {
  const token = one.admin.headers.authorization!;
  expect((await other.anonymous.with({ authorization: token }).get('/api/auth/me')).status).toBe(401);
  for (let n = 0; n < 6; n++)
    await one.anonymous.post('/api/auth/login', { username: 'admin', password: 'wrong password' });
  const login = { username: 'admin', password: 'correct horse' };
  expect((await one.anonymous.post('/api/auth/login', login)).status).toBe(429);
  expect((await other.anonymous.post('/api/auth/login', login)).status).toBe(200);
});

test('each appliance has its own clock, memory and count of requests', async () => {
  other.clock.advance(HOUR);
  const clocks = [one, other].map(({ app }) => app.host.clock.now().getTime());
  other.clock.advance(-HOUR);
  expect(Math.abs(clocks[1]! - clocks[0]!)).toBeGreaterThan(3_000_000);
  const report = { hostname: 'memory', serialnumber: 'M-1' };
  await one.anonymous.with({ 'x-api-key': 'test-collector-key' }).post('/api/collector/computers', report);
  expect((await other.anonymous.get('/api/computers')).data).toEqual([]);
  const counted = other.app.host.meter.all().map(({ path }) => path);
  expect(counted).not.toContain('/api/collector/computers');
});
