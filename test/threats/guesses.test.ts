import { afterAll, beforeAll, expect, test } from 'bun:test';
import { networkOf } from '../../src/kit/http/client-address.ts';
import type { Client } from '../support/client.ts';
import { MINUTE } from '../support/clock.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';

let site: Site;
/** Returns a client at an address that the one trusted proxy declares. */
const from = (client: Client, address: string) => client.with({ 'x-forwarded-for': address });
beforeAll(async () => {
  site = await startSite({ config: { trustedProxies: 1 } });
});
afterAll(() => site.stop());

const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(`agent:${key}`).toString('base64')}` });

/** Returns the statuses of this number of attempts with a wrong key, in order. */
async function tries(count: number, caller: (n: number) => Client, path: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n++) statuses.push((await caller(n).get(path)).status);
  return statuses;
}

const damped = [...Array<number>(30).fill(401), ...Array<number>(10).fill(429)];

test('the server returns 429 to an address after 30 wrong keys in a minute', async () => {
  const wrongKeys: [string, (n: number) => Client, string][] = [
    ['collector key', (n) => site.anonymous.with({ 'x-api-key': `wrong${n}` }), '/api/collector/status'],
    ['basic', (n) => site.anonymous.with(basic(`wrong${n}`)), '/api/collector/status'],
    ['token', (n) => site.anonymous.bearer(`mw_pat_AAAAAAAA_${`${n}`.padStart(43, 'x')}`), '/api/vendors'],
  ];
  for (const [n, [kind, caller, path]] of wrongKeys.entries()) {
    const address = `10.1.${n}.1`;
    expect([kind, ...(await tries(40, (one) => from(caller(one), address), path))]).toEqual([
      kind,
      ...damped,
    ]);
    // Until then, a correct key gets the same response as a wrong one, also on the second try.
    const token = (await site.admin.post('/api/apitokens', { name: 'right' })).data.secret;
    const credentials: Record<string, string>[] = [
      { 'x-api-key': COLLECTOR_KEY },
      { authorization: `Bearer ${token}` },
    ];
    for (const right of credentials)
      for (const _twice of [1, 2]) {
        const answer = await from(site.anonymous.with(right), address).get('/api/collector/status');
        expect([answer.status, answer.error.code]).toEqual([429, 'RATE_LIMITED']);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
    const elsewhere = from(site.anonymous.with({ 'x-api-key': COLLECTOR_KEY }), `10.2.${n}.1`);
    expect((await elsewhere.get('/api/collector/status')).status).toBe(200);
  }
  site.clock.advance(2 * MINUTE);
  const later = from(site.anonymous.with({ 'x-api-key': COLLECTOR_KEY }), '10.1.0.1');
  expect((await later.get('/api/collector/status')).status).toBe(200);
});

test('an agent that repeats one old key does not lock out its address', async () => {
  const old = () => from(site.anonymous.with({ 'x-api-key': 'old' }), '10.6.0.1');
  expect(new Set(await tries(120, old, '/api/collector/status'))).toEqual(new Set([401]));
  const collector = from(site.anonymous.with({ 'x-api-key': COLLECTOR_KEY }), '10.6.0.1');
  expect((await collector.get('/api/collector/status')).status).toBe(200);
});

test('a guesser does not lock out callers that were known at its address before', async () => {
  const collector = from(site.anonymous.with({ 'x-api-key': COLLECTOR_KEY }), '10.3.0.1');
  expect((await collector.get('/api/collector/status')).status).toBe(200);
  await tries(
    120,
    () => from(site.anonymous.with({ 'x-api-key': 'old' }), '10.3.0.1'),
    '/api/collector/status',
  );
  expect((await collector.get('/api/collector/status')).status).toBe(200);
  expect((await from(site.admin, '10.3.0.1').get('/api/auth/me')).status).toBe(200);
});

test('a revoked token does not count as a guess', async () => {
  const { data } = await site.admin.post('/api/apitokens', { name: 'gone' });
  await site.admin.delete(`/api/apitokens/${data.tokenid}`);
  const gone = from(site.anonymous.bearer(data.secret), '10.4.0.1');
  expect(new Set(await tries(40, () => gone, '/api/vendors'))).toEqual(new Set([401]));
});

test('the addresses of one IPv6 /64 network count as one', async () => {
  expect(networkOf('2001:db8:0:1:aaaa::1')).toBe(networkOf('2001:db8::1:ffff:2:3:4'));
  expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf('2001:db8:0:2::1'));
  expect(networkOf('10.0.0.7')).toBe('10.0.0.7');
  const login = (n: number) =>
    from(site.anonymous, `2001:db8::${n.toString(16)}`).post('/api/auth/login', {
      username: `nobody${n}`,
      password: 'xxxxxxxx',
    });
  const statuses: number[] = [];
  for (let n = 1; n <= 33; n++) statuses.push((await login(n)).status);
  expect(statuses.slice(30)).toEqual([429, 429, 429]);
});

test('a failed sign-in is logged with name and address and without the password', async () => {
  const token = `mw_pat_AAAAAAAA_${'x'.repeat(43)}`;
  expect((await from(site.anonymous.bearer(token), '10.5.0.2').get('/api/vendors')).status).toBe(401);
  const guess = { username: 'admin', password: 'the very secret guess' };
  await from(site.anonymous, '10.5.0.1').post('/api/auth/login', guess);
  await from(site.admin, '10.5.0.1').post('/api/auth/change-password', {
    current_password: guess.password,
    new_password: 'another secret guess',
  });
  const lines = site.log.filter(({ fields }) => fields?.ipaddress === '10.5.0.1');
  expect(lines.map(({ level, fields }) => [level, fields?.username])).toEqual([
    ['warn', 'admin'],
    ['warn', 'admin'],
  ]);
  expect(JSON.stringify(site.log)).not.toContain('secret guess');
  expect(JSON.stringify(site.log)).not.toContain('mw_pat_AAAAAAAA');
});
