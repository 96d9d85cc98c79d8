import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { eventually } from '../../../test/support/receivers.ts';
import { withSetting } from '../../../test/support/settings.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { SupplyWatch, WAIT_MS } from '../supplies/watch.ts';
import { type FakeItem, FakeZabbix, type Mode } from './fake-zabbix.ts';

const TOKEN = 'zabbix-canary-token-5512';
let site: Site;
let zabbix: FakeZabbix;
let byAddress: number;
let byName: number;
let unknown: number;

beforeAll(async () => {
  site = await startSite();
  zabbix = new FakeZabbix(TOKEN);
  const model = (await site.admin.post('/api/models', { modelnumber: 'C70' })).data.modelnumberid;
  const path = `/api/printers/models/${model}/supplies`;
  for (const [partnumber, supplytype, color, capacitytier] of [
    ['TN-BK', 'toner', 'black', 'standard'],
    ['TN-BK-XL', 'toner', 'black', 'high'],
    ['TN-C', 'toner', 'cyan', 'standard'],
    ['DR-1', 'drum', 'none', 'standard'],
  ])
    await site.admin.post(path, { partnumber, supplytype, color, capacitytier });
  const printer = async (body: object) => (await site.admin.post('/api/printers', body)).data.printerid;
  byAddress = await printer({
    assetnumber: 'P-1',
    windowsname: 'Hall1',
    ipaddress: '10.5.0.1',
    modelnumberid: model,
  });
  byName = await printer({ assetnumber: 'P-2', hostname: 'prn-2.plant.example' });
  unknown = await printer({ assetnumber: 'P-3', hostname: 'nobody-watches' });
});
afterAll(async () => {
  zabbix.stop();
  await site.stop();
});

const now = () => Math.floor(site.clock.now().getTime() / 1000);
const item = (hostid: string, name: string, lastvalue: string, more: Partial<FakeItem> = {}): FakeItem => ({
  hostid,
  name,
  key_: `supply[${name}]`,
  units: '%',
  lastvalue,
  lastclock: now() - 60,
  ...more,
});
const refresh = () => site.admin.post('/api/printers/supplies/refresh');
const of = async (printerid: number) =>
  (await site.anonymous.get(`/api/printers/${printerid}/supplies`)).data;
const configure = async () => {
  await site.admin.put('/api/settings/zabbix_url', { value: zabbix.url });
  await site.admin.put('/api/settings/zabbix_token', { value: TOKEN });
};

beforeEach(async () => {
  zabbix.mode = 'well';
  zabbix.version = '6.0.14';
  zabbix.requests = [];
  zabbix.hosts = [
    { hostid: '501', host: 'whatever', ip: '10.5.0.1' },
    { hostid: '502', host: 'prn-2', name: 'Second' },
  ];
  zabbix.items = [
    item('501', 'Black Toner', '71.44'),
    item('501', 'Cyan Toner', '15'),
    item('501', 'Drum unit', '8'),
    item('501', 'ICMP ping', '1', { key_: 'icmpping', units: '' }),
    item('501', 'ICMP loss', '0', { key_: 'icmppingloss' }),
    item('502', 'Toner', '50'),
    item('502', 'ICMP ping', '0', { key_: 'icmpping[,3]', units: '' }),
  ];
  await configure();
  await refresh();
});

test('a printer has no supplies and no ping status when Zabbix is not configured', async () => {
  await site.admin.put('/api/settings/zabbix_url', { value: '' });
  expect(await of(byAddress)).toMatchObject({
    printerid: byAddress,
    supplies: [],
    pingstatus: -1,
    configured: false,
  });
  expect((await site.anonymous.get('/api/printers/lowsupplies')).data).toEqual([]);
  expect((await site.anonymous.get('/api/printers/999/supplies')).status).toBe(404);
});

test('the server finds a Zabbix host by address or name and reads supplies and ping status', async () => {
  const first = await of(byAddress);
  expect(
    first.supplies.map((one: Record<string, unknown>) => [one.name, one.level, one.state, one.partnumber]),
  ).toEqual([
    ['Black Toner', 71.4, 'ok', 'TN-BK'],
    ['Cyan Toner', 15, 'low', 'TN-C'],
    ['Drum unit', 8, 'critical', 'DR-1'],
  ]);
  expect(first.supplies[0].parts.map((one: { partnumber: string }) => one.partnumber)).toEqual([
    'TN-BK',
    'TN-BK-XL',
  ]);
  expect([first.pingstatus, first.source, first.problem]).toEqual([1, 'zabbix', null]);
  const second = await of(byName);
  expect([second.supplies[0].level, second.pingstatus]).toEqual([50, 0]);
  expect(await of(unknown)).toMatchObject({ supplies: [], pingstatus: -1, problem: null });
});

test('the server sends the token in the body to Zabbix 6.0 and in the header to 7.2', async () => {
  await of(byAddress);
  expect(zabbix.requests.every(({ auth, bearer }) => auth === TOKEN && bearer === undefined)).toBe(true);
  zabbix.requests = [];
  zabbix.version = '7.2.0';
  await site.admin.put('/api/settings/zabbix_url', { value: `${zabbix.url}/api_jsonrpc.php` });
  await site.admin.put('/api/settings/zabbix_token', { value: TOKEN });
  expect((await of(byAddress)).supplies).toHaveLength(3);
  expect(zabbix.requests.every(({ auth, bearer }) => auth === undefined && bearer === TOKEN)).toBe(true);
});

test('a new Zabbix address clears the token and the cached supplies', async () => {
  expect((await of(byAddress)).supplies).toHaveLength(3);
  const answer = await site.admin.put('/api/settings/zabbix_url', { value: `${zabbix.url}/` });
  expect(answer.data.cleared).toEqual(['zabbix_token']);
  expect(await of(byAddress)).toMatchObject({ configured: false, supplies: [] });
});

test('invalid supply levels are unknown or some left, never 0 %', async () => {
  const levels = {
    a: '-1',
    b: '-2',
    c: '-3',
    d: 'almost empty',
    e: '',
    f: '101',
    g: '0',
    h: '1e1',
    i: '-0.5',
  };
  zabbix.items = Object.entries(levels).map(([name, value]) => item('501', `Toner ${name}`, value));
  zabbix.items.push(item('501', 'Toner never', '50', { lastclock: 0 }));
  const { supplies } = await of(byAddress);
  expect(supplies.map((one: { level: number; state: string }) => [one.level, one.state])).toEqual([
    [null, 'unknown'],
    [null, 'unknown'],
    [null, 'some left'],
    [null, 'unknown'],
    [null, 'unknown'],
    [null, 'unknown'],
    [0, 'critical'],
    [null, 'unknown'],
    [null, 'unknown'],
    [null, 'unknown'],
  ]);
});

test('a level is stale after a day, and the newer of two supplies with one name counts', async () => {
  zabbix.items = [
    item('501', 'Black Toner', '5', { lastclock: now() - 25 * 3600 }),
    item('501', 'Cyan Toner', '10', { key_: 'a', lastclock: now() - 900 }),
    item('501', 'Cyan Toner', '90', { key_: 'b' }),
  ];
  const { supplies } = await of(byAddress);
  expect(supplies.map((one: { level: number; state: string }) => [one.level, one.state])).toEqual([
    [5, 'stale'],
    [90, 'ok'],
  ]);
  const low = (await site.anonymous.get('/api/printers/lowsupplies')).data;
  expect(low.map((one: { supply: string }) => one.supply)).toEqual([]);
});

test('lowsupplies returns low and critical supplies of all printers with four Zabbix requests', async () => {
  const low = await site.anonymous.get('/api/printers/lowsupplies');
  expect(
    low.data.map((one: Record<string, unknown>) => [one.printerid, one.supply, one.state, one.level]),
  ).toEqual([
    [byAddress, 'Drum unit', 'critical', 8],
    [byAddress, 'Cyan Toner', 'low', 15],
  ]);
  expect(zabbix.requests.map(({ method }) => method)).toEqual([
    'hostinterface.get',
    'host.get',
    'item.get',
    'item.get',
  ]);
  await withSetting(site, 'supplies_low_percent', '10', async () => {
    const narrower = await site.anonymous.get('/api/printers/lowsupplies');
    expect(narrower.data.map((one: { supply: string }) => one.supply)).toEqual(['Drum unit']);
  });
});

test('the server caches supplies for five minutes, and refresh clears the cache for an admin', async () => {
  await site.anonymous.get('/api/printers/lowsupplies');
  await of(byAddress);
  expect(zabbix.requests).toHaveLength(4);
  zabbix.items[0]!.lastvalue = '20';
  expect((await of(byAddress)).supplies[0].level).toBe(71.4);
  expect((await site.anonymous.post('/api/printers/supplies/refresh')).status).toBe(401);
  const viewer = await site.userWith('printers.edit');
  expect((await viewer.post('/api/printers/supplies/refresh')).status).toBe(403);
  await refresh();
  expect((await of(byAddress)).supplies[0].level).toBe(20);
  zabbix.items[0]!.lastvalue = '19';
  site.clock.advance(5 * 60_000 + 1);
  expect((await of(byAddress)).supplies[0].level).toBe(19);
});

const FAILURES: Mode[] = ['hang', 'drip', 'garbage', '500', 'huge', 'refuse', 'html', 'redirect'];
test.each(FAILURES)(
  'the server returns no supplies and waits a minute when Zabbix fails with: %s',
  async (mode) => {
    zabbix.mode = mode;
    const answer = await site.anonymous.get(`/api/printers/${byAddress}/supplies`);
    expect([answer.status, answer.data.supplies, answer.data.pingstatus]).toEqual([200, [], -1]);
    expect(answer.data.problem).toMatch(/\S/);
    expect(answer.text).not.toContain(TOKEN);
    const { arrived } = zabbix;
    expect(arrived).toBeGreaterThan(0);
    expect((await site.anonymous.get('/api/printers/lowsupplies')).data).toEqual([]);
    expect((await of(byName)).supplies).toEqual([]);
    zabbix.mode = 'well';
    expect((await of(byAddress)).supplies).toEqual([]);
    expect(zabbix.arrived).toBe(arrived);
    site.clock.advance(61_000);
    expect((await of(byAddress)).supplies).toHaveLength(3);
  },
);

test('a caller gets a response before the job gives up when Zabbix is silent', async () => {
  expect(WAIT_MS).toBeLessThan(2000);
  zabbix.mode = 'hang';
  const { arrived } = zabbix;
  let isJobOver = false;
  const job = site.app.host
    .getInstance(SupplyWatch)
    .all(true)
    .finally(() => {
      isJobOver = true;
    });
  await eventually(() => zabbix.arrived > arrived, 'the job asks');
  const all = site.app.host.getInstance(SupplyWatch).all();
  expect((await of(byAddress)).problem).toBe('The server did not respond in time.');
  expect((await all).problem).toBe('The server did not respond in time.');
  expect(isJobOver).toBe(false);
  zabbix.cut();
  expect((await job).value).toBeUndefined();
});

test('the server sends one Zabbix query for many concurrent requests', async () => {
  await Promise.all(Array.from({ length: 20 }, () => of(byAddress)));
  expect(zabbix.requests.filter(({ method }) => method === 'hostinterface.get')).toHaveLength(1);
});

test('the error of a rejected token and the logs do not contain the token', async () => {
  await site.admin.put('/api/settings/zabbix_token', { value: `${TOKEN}-wrong` });
  const { text, data } = await site.anonymous.get(`/api/printers/${byAddress}/supplies`);
  expect(data.problem).toContain('API token');
  expect(text).not.toContain(TOKEN);
  expect(JSON.stringify(site.log)).not.toContain(TOKEN);
  for (const path of ['/api/settings', '/api/settings/zabbix_token', '/api/auditlogs?per_page=100'])
    expect((await site.admin.get(path)).text).not.toContain(TOKEN);
});

test('the server preserves markup in a supply name as text and removes invisible characters', async () => {
  zabbix.items = [item('501', '<img src=x onerror=alert(1)>\u202e Toner\u0000', '50')];
  const { supplies } = await of(byAddress);
  expect(supplies[0].name).toBe('<img src=x onerror=alert(1)> Toner');
});

test('the setting returns 400 when the Zabbix address is local or has another scheme', async () => {
  const strict = await startSite({ config: { allowLoopback: false } });
  for (const value of [
    'http://127.0.0.1/zabbix',
    'http://169.254.169.254/',
    'file:///etc/passwd',
    'gopher://x/',
  ])
    expect([value, (await strict.admin.put('/api/settings/zabbix_url', { value })).status]).toEqual([
      value,
      400,
    ]);
  await strict.stop();
});

test('the supplies route returns all supplies sorted by urgency', async () => {
  const wall = (await site.anonymous.get('/api/printers/supplies')).data;
  expect(wall.rows.map((one: { supply: string; state: string }) => [one.supply, one.state])).toEqual([
    ['Drum unit', 'critical'],
    ['Cyan Toner', 'low'],
    ['Toner', 'ok'],
    ['Black Toner', 'ok'],
  ]);
  expect([wall.configured, wall.problem, wall.silent]).toEqual([true, null, 1]);
});
