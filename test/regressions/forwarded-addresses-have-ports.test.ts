import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createScope, manifestPath, requestPublish } from '../../plugins/enforce/test/enforce-requests.ts';
import { isInRanges, networkOf, resolveClientAddress } from '../../src/kit/http/client-address.ts';
import type { Client } from '../support/client.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ config: { trustedProxies: 1 } });
  const { scopeid } = await createScope(site, { scopename: 'Press' });
  await requestPublish(site, scopeid);
});
afterAll(() => site.stop());

const from = (client: Client, entry: string) => client.with({ 'x-forwarded-for': entry });

/** Entries of X-Forwarded-For with the address that they contain. */
const READ: readonly [entry: string, address: string][] = [
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['203.0.113.9:0', '203.0.113.9'],
  ['203.0.113.9:65535', '203.0.113.9'],
  ['"203.0.113.9"', '203.0.113.9'],
  ['"203.0.113.9:51234"', '203.0.113.9'],
  ["'203.0.113.9:51234'", '203.0.113.9'],
  ['" 203.0.113.9 "', '203.0.113.9'],
  ['[203.0.113.9]:443', '203.0.113.9'],
  ['2001:db8::7', '2001:db8::7'],
  ['2001:DB8:0:0:0:0:0:7', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['[2001:db8::7]:443', '2001:db8::7'],
  ['"[2001:db8::7]"', '2001:db8::7'],
  ['"[2001:db8::7]:443"', '2001:db8::7'],
  ['"2001:db8::7"', '2001:db8::7'],
  ['[fe80::1%25eth0]:443', 'fe80::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['[::ffff:203.0.113.9]:51234', '203.0.113.9'],
  ['"[::ffff:cb00:7109]:443"', '203.0.113.9'],
  ['8.8.8.8:1, 203.0.113.9:2', '203.0.113.9'],
];

/** Entries without a valid address. */
const UNREADABLE = [
  '',
  ',',
  'unknown',
  '_hidden',
  'junk',
  'box.plant.example',
  'box.plant.example:443',
  '203.0.113',
  '203.0.113.9.1',
  '203.0.113.256',
  '203.0.113.9:',
  '203.0.113.9:65536',
  '203.0.113.9:123456',
  '203.0.113.9:-1',
  '203.0.113.9:http',
  '203.0.113.9:1:2',
  '203.0.113.9/24',
  '0xcb007109',
  '"203.0.113.9',
  '203.0.113.9"',
  `"203.0.113.9'`,
  '[2001:db8::7',
  '2001:db8::7]',
  '[2001:db8::7]443',
  '[]',
  '[]:443',
  ':443',
  '2001:db8:::7',
  '2001:db8:0:0:0:0:0:7:51234',
  'for=203.0.113.9',
  '203.0.113.9,',
  '203.0.113.9, junk',
  '"127.0.0.1, x"',
];

test('the server reads a forwarded address with port, brackets and quotes', async () => {
  for (const [entry, address] of READ) {
    const { headers } = await from(site.anonymous, entry).get('/api/dashboarddefaults/display-role');
    expect([entry, headers.get('x-client-address')]).toEqual([entry, address]);
    expect([entry, resolveClientAddress('127.0.0.1', entry, 1)]).toEqual([entry, address]);
  }
});

test('the header and the audit log show an unknown caller when the entry is no address', async () => {
  for (const [n, entry] of UNREADABLE.entries()) {
    const { headers } = await from(site.anonymous, entry).get('/api/dashboarddefaults/display-role');
    expect([entry, headers.get('x-client-address')]).toEqual([entry, 'unknown']);
    const { data } = await from(site.admin, entry).post('/api/vendors', { vendor: `Unreadable ${n}` });
    const audit = await site.admin.get(`/api/auditlogs?entitytype=vendor&entityid=${data.vendorid}`);
    expect([entry, audit.data[0].ipaddress]).toEqual([entry, 'unknown via 127.0.0.1']);
  }
});

test('a request has an unknown address when it has fewer entries than trusted proxies', () => {
  expect(resolveClientAddress('10.0.0.1', '203.0.113.9', 2)).toBe('unknown via 10.0.0.1');
  expect(resolveClientAddress('10.0.0.1', '203.0.113.9:1, 198.51.100.4', 2)).toBe('203.0.113.9');
  expect(resolveClientAddress('10.0.0.1', null, 2)).toBe('10.0.0.1');
  expect(resolveClientAddress('::ffff:10.0.0.1', 'junk', 1)).toBe('unknown via 10.0.0.1');
  expect(resolveClientAddress('10.0.0.1', '203.0.113.9', 0)).toBe('10.0.0.1');
});

test('the allowlist of enforcement matches the address of the caller and never an unknown one', async () => {
  const allow = (value: string) => site.admin.put('/api/settings/enforce_allowed_cidrs', { value });
  const calls = (entry: string): Promise<number>[] => {
    const caller = from(site.anonymous, entry);
    return [
      caller.get(manifestPath('Press')).then(({ status }) => status),
      caller.get(`/api/enforce/payload/${'a'.repeat(64)}`).then(({ status }) => status),
      caller.post('/api/enforce/report', { hostname: 'pc' }).then(({ status }) => status),
    ];
  };
  expect((await allow('203.0.113.0/24, 2001:db8::/32, fe80::/10')).status).toBe(200);
  for (const [entry] of READ)
    expect([entry, ...(await Promise.all(calls(entry)))]).toEqual([entry, 200, 404, 201]);
  // The network of the proxy, and all networks.
  for (const list of ['127.0.0.0/8, ::1', '0.0.0.0/0, ::/0']) {
    expect((await allow(list)).status).toBe(200);
    for (const entry of UNREADABLE)
      expect([entry, ...(await Promise.all(calls(entry)))]).toEqual([entry, 401, 401, 401]);
  }
  expect((await allow('')).status).toBe(200);
});

test('a display has a role when its forwarded address has one and none when it is unknown', async () => {
  for (const ipaddress of ['127.0.0.1', '203.0.113.9', '2001:db8::7'])
    expect(
      (await site.admin.post('/api/dashboarddefaults', { ipaddress, displayrole: 'Lobby' })).status,
    ).toBe(201);
  const role = async (entry: string) =>
    (await from(site.anonymous, entry).get('/api/dashboarddefaults/display-role')).data.role;
  for (const [entry] of READ.filter(([, address]) => address !== 'fe80::1'))
    expect([entry, await role(entry)]).toEqual([entry, 'Lobby']);
  for (const entry of UNREADABLE) expect([entry, await role(entry)]).toEqual([entry, null]);
});

test('the server limits sign-ins per forwarded address, or per proxy when it is unknown', async () => {
  const limited = await startSite({ config: { trustedProxies: 1 } });
  try {
    const login = async (entry: string | undefined, n: number) => {
      const caller = entry === undefined ? limited.anonymous : from(limited.anonymous, entry);
      const body = { username: `nobody ${n}`, password: 'xxxxxxxx' };
      return (await caller.post('/api/auth/login', body)).status;
    };
    const others: number[] = [];
    for (let n = 0; n < 40; n++) others.push(await login(`198.51.100.${n}:5000`, n));
    expect(others).toEqual(Array<number>(40).fill(401));
    const same: number[] = [];
    for (let n = 0; n < 32; n++) same.push(await login(`203.0.113.9:${5000 + n}`, n));
    expect(same).toEqual([...Array<number>(30).fill(401), 429, 429]);
    // The sign-in of the admin counts too, because it came from the address of the proxy without the header.
    const unknown: number[] = [];
    for (let n = 0; n < 32; n++) unknown.push(await login(UNREADABLE[n % UNREADABLE.length]!, n));
    expect(unknown.slice(0, 28)).toEqual(Array<number>(28).fill(401));
    expect(unknown.slice(30)).toEqual([429, 429]);
    expect(await login(undefined, 99)).toBe(429);
  } finally {
    await limited.stop();
  }
});

test('the server limits wrong keys and kiosk tokens per proxy when the address is unknown', async () => {
  const cases: [string, (n: number) => Record<string, string>, string][] = [
    ['collector key', (n) => ({ 'x-api-key': `wrong ${n}` }), '/api/collector/status'],
    ['kiosk token', (n) => ({ 'x-kiosk-token': `wrong ${n}` }), '/api/usb/kiosk/device/USB-0001'],
  ];
  for (const [kind, headers, path] of cases) {
    const limited = await startSite({ config: { trustedProxies: 1 } });
    try {
      const on = await limited.admin.put('/api/settings/usb_kiosk_enabled', { value: 'true' });
      expect(on.status).toBe(200);
      const statuses: number[] = [];
      for (let n = 0; n < 32; n++) {
        const entry = UNREADABLE[n % UNREADABLE.length]!;
        statuses.push((await from(limited.anonymous.with(headers(n)), entry).get(path)).status);
      }
      expect([kind, ...statuses]).toEqual([kind, ...Array<number>(30).fill(401), 429, 429]);
      const right = from(limited.anonymous.with({ 'x-api-key': COLLECTOR_KEY }), '203.0.113.9:1');
      expect((await right.get('/api/collector/status')).status).toBe(200);
    } finally {
      await limited.stop();
    }
  }
});

test('limits count an unknown address as its proxy and IPv6 addresses as their network', () => {
  expect(networkOf('unknown via 10.0.0.1')).toBe(networkOf('10.0.0.1'));
  expect(networkOf('unknown via 2001:db8::7')).toBe(networkOf('2001:db8::8'));
});

test('a range of mapped IPv6 addresses matches their IPv4 addresses', () => {
  const cases: [string, string, boolean][] = [
    ['10.1.2.3', '::ffff:10.0.0.0/104', true],
    ['::ffff:10.1.2.3', '::ffff:10.0.0.0/104', true],
    ['::ffff:10.1.2.3', '10.0.0.0/8', true],
    ['10.1.2.3', '::ffff:10.1.2.3', true],
    ['11.1.2.3', '::ffff:10.0.0.0/104', false],
    ['10.1.2.3', '::/0', false],
    ['unknown via 10.1.2.3', '10.0.0.0/8', false],
    ['', '0.0.0.0/0', false],
  ];
  for (const [address, list, isIn] of cases)
    expect([address, list, isInRanges(address, list)]).toEqual([address, list, isIn]);
});
