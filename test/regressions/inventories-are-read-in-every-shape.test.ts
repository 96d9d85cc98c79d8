import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../support/client.ts';
import { submitInventory } from '../support/send-inventory.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';

let site: Site;
let collector: Client;
beforeAll(async () => {
  site = await startSite();
  collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
});
afterAll(() => site.stop());

const send = (content: object) => submitInventory(site, content);
const disk = (disksize: unknown) => ({ storages: [{ name: 'sda', disksize }] });
const memory = (value: unknown) => ({ hardware: { memory: value } });

/** Returns a computer with one processor for each number of cores. */
const cores = (memoryFigure: number, ...counts: number[]) => ({
  hardware: { memory: memoryFigure },
  cpus: counts.map((core) => ({ name: 'CPU', core })),
});
const TB = 1024 ** 2;

test.each([
  ['4 TB in megabytes', memory(4 * TB), { memorygb: 4096 }, 0],
  ['6 TB in megabytes', memory(6 * TB), { memorygb: 6144 }, 0],
  ['4 TB in megabytes with 32 cores', cores(4 * TB, 16, 16), { memorygb: 4096 }, 0],
  ['12 TB in megabytes with 112 cores', cores(12 * TB, 56, 56), { memorygb: 12_288 }, 0],
  ['24 TB in megabytes with 448 cores', cores(24 * TB, ...Array(16).fill(28)), { memorygb: 24_576 }, 0],
  ['24 TB as a text', memory('24 TB'), { memorygb: 24_576 }, 1],
  ['24 TB in bytes', memory(24 * TB * TB), { memorygb: 24_576 }, 1],
  ['4 GB in kilobytes with 4 cores', cores(4 * TB, 4), { memorygb: 4 }, 1],
  ['8 GB in kilobytes', memory(8 * TB), { memorygb: 8 }, 1],
  ['16 GB in kilobytes with 8 cores', cores(16_262_148, 8), { memorygb: 15.5 }, 1],
  ['banks of 128 GB', { memories: Array(32).fill({ capacity: 131_072 }) }, { memorygb: 4096 }, 0],
  ['an array of 100 TB in megabytes', disk(100_000_000), { diskgb: 100_000 }, 0],
  ['an array of 120 TB in megabytes', disk(120_000_000), { diskgb: 120_000 }, 0],
  ['an array of 1 PB in megabytes', disk(1_000_000_000), { diskgb: 1_000_000 }, 0],
  ['an array of a binary PB in megabytes', disk(1_125_899_907), { diskgb: 1_125_900 }, 0],
  ['an array of 1 PB in bytes', disk(1e15), { diskgb: 1_000_000 }, 1],
  ['an array of 1 PB as a text', disk('1 PB'), { diskgb: 1_000_000 }, 1],
  ['an SSD of 256 GB in kilobytes', disk(250_059_096), { diskgb: 256 }, 1],
  ['a disk of 500 GB in whole cylinders of kilobytes', disk(488_384_032), { diskgb: 500 }, 1],
  ['a virtual disk of 200 GiB in kilobytes', disk(200 * TB), { diskgb: 215 }, 1],
] as const)(
  'the server stores the size of a large computer when an inventory has %s',
  async (_what, content, expected, count) => {
    const { pc, ignored = {} } = await send(content);
    expect(pc).toMatchObject(expected);
    expect(Object.values<number>(ignored).reduce((sum, n) => sum + n, 0)).toBe(count);
  },
);

const eth0 = { description: 'eth0', mac: '00:00:5e:00:53:21', ipaddress: '192.0.2.21' };
const eth1 = { description: 'eth1', mac: '00:00:5e:00:53:22', ipaddress: '192.0.2.22' };
test.each([
  [{ networks: { eth0, eth1 } }, { communications: 4 }, { networks: 1 }],
  [{ networks: { 0: eth0, 1: eth1 } }, { communications: 4 }, { networks: 1 }],
  [{ networks: { eth0, count: 1 } }, { communications: 2 }, { networks: 1 }],
  [{ networks: eth0 }, { communications: 2 }, {}],
  [{ networks: { ...eth0, ipaddress: { ip: '192.0.2.21' } } }, { communications: 2 }, {}],
  [{ softwares: { a: { name: 'A' }, b: { name: 'B' } } }, { installedapps: 2 }, { softwares: 1 }],
  [{ drives: { C: { letter: 'C:', total: 100 }, D: { letter: 'D:' } } }, { parts: 2 }, { drives: 1 }],
  [{ drives: { free: 1 } }, { parts: 1 }, {}],
  [
    { storages: { sda: { name: 'sda' } }, videos: { 0: { name: 'GPU' } } },
    { parts: 2 },
    { storages: 1, videos: 1 },
  ],
  [{ users: { 1: { login: 'ina' } } }, { loggedinuser: 'ina' }, { users: 1 }],
  [{ softwares: { name: 'A', version: '1' } }, { installedapps: 1 }, {}],
  [{ networks: { eth0: '192.0.2.21' } }, { communications: 0 }, { networks: 1 }],
  [
    { networks: {}, cpus: { a: [] } },
    { communications: 0, parts: 0 },
    { networks: 1, cpus: 1 },
  ],
])(
  'the server stores the entries of a list that an inventory sends as %j',
  async (content, expected, counted) => {
    const { pc, parts, ignored = {} } = await send(content);
    const apps = (await site.admin.get(`/api/computers/${pc.computerid}/apps`)).data;
    const { communications, loggedinuser } = pc;
    const lists = { communications: communications.length, installedapps: apps.length, parts: parts.length };
    expect({ ...lists, loggedinuser }).toMatchObject(expected);
    expect(ignored).toEqual(counted);
  },
);

test('a printer has the supplies and ports that it reports as objects with keys', async () => {
  const content = {
    network_device: { name: 'PRN-KEYS', serial: 'PRN-KEYS' },
    cartridges: { 0: { tonerblack: '40' }, 1: { tonercyan: '50' } },
    network_ports: {
      p1: { ifnumber: 1, ifname: 'one' },
      p2: { ifnumber: 2, connections: { a: { sysname: 'x' } } },
    },
  };
  const { text } = await collector.post('/api/collector/glpi', {
    deviceid: 'x',
    itemtype: 'Printer',
    content,
  });
  const { ignored, assetid } = JSON.parse(text).data;
  expect(ignored).toEqual({ cartridges: 1, network_ports: 1, 'network_ports.connections': 1 });
  const { printerid } = (await site.admin.get(`/api/printers?search=PRN-KEYS`)).data.find(
    (printer: { assetid: number }) => printer.assetid === assetid,
  );
  const { supplies } = (await site.admin.get(`/api/printers/${printerid}/supplies`)).data;
  expect(supplies.map(({ color }: { color: string }) => color).sort()).toEqual(['black', 'cyan']);
});

/** Returns a time relative to the clock of the site, in the format of local times of agents. */
const inHours = (hours: number) =>
  new Date(site.clock.now().getTime() + hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
const bootTimeOf = (boot_time: string, offset?: string) => ({
  operatingsystem: { boot_time, ...(offset && { timezone: { offset } }) },
});

test.each([
  ['an hour ahead', () => bootTimeOf(inHours(1)), true],
  ['23 hours ahead', () => bootTimeOf(inHours(23)), true],
  ['25 hours ahead', () => bootTimeOf(inHours(25)), false],
  ['25 hours ahead in a zone that is 12 hours ahead', () => bootTimeOf(inHours(25), '+1200'), true],
  ['in 2099', () => bootTimeOf('2099-01-01 08:00:00'), false],
  ['in 9999', () => bootTimeOf('9999-12-31 23:59:59', '-1200'), false],
  ['no time', () => bootTimeOf('2019-54-17 10:54:37'), false],
  ['no text of a time', () => bootTimeOf('yesterday'), false],
] as const)(
  'the server stores or ignores the last start of a computer when it is %s',
  async (_what, content, isStored) => {
    const { pc, ignored = {} } = await send(content());
    expect(ignored).toEqual(isStored ? {} : { 'operatingsystem.boot_time': 1 });
    expect(pc.lastboottime === null).toBe(!isStored);
  },
);

test('a computer keeps its previous last start when the next inventory has one in the future', async () => {
  const inventory = bootTimeOf('2020-02-03 04:05:06');
  const { pc } = await send({ ...inventory, bios: { ssn: 'BOOT-1' } });
  const next = {
    hardware: { name: pc.hostname },
    bios: { ssn: 'BOOT-1' },
    ...bootTimeOf('2099-01-01 08:00:00'),
  };
  await collector.post('/api/collector/glpi', { deviceid: 'x', content: next });
  const now = (await site.admin.get(`/api/computers/${pc.computerid}`)).data;
  expect(now.lastboottime).toBe('2020-02-03T04:05:06.000Z');
});

test('an application is stored without an installation date when the date is in the future', async () => {
  const softwares = [
    { name: 'Old', install_date: '2020-01-31' },
    { name: 'Tomorrow', install_date: inHours(24).slice(0, 10) },
    { name: 'Next', installdate: '20990131' },
    { name: 'Last', install_date: '9999-12-31' },
  ];
  const { pc, ignored } = await send({ softwares });
  expect(ignored).toEqual({ 'softwares.install_date': 2 });
  const apps = (await site.admin.get(`/api/computers/${pc.computerid}/apps`)).data;
  const days = apps.map((app: { appname: string; installdate: string | null }) => [
    app.appname,
    app.installdate,
  ]);
  expect(Object.fromEntries(days)).toEqual({
    Old: '2020-01-31',
    Tomorrow: inHours(24).slice(0, 10),
    Next: null,
    Last: null,
  });
});

test('the computers collector ignores times in the future', async () => {
  const record = {
    hostname: 'future-json',
    serialnumber: 'FUTURE-JSON',
    lastboottime: '2099-01-01T00:00:00Z',
    installedapps: [
      { name: 'App', installdate: '2099-01-01' },
      { name: 'Other', installdate: '2020-01-01' },
    ],
  };
  const { data } = await collector.post('/api/collector/computers', record);
  expect(data).toMatchObject({ created: 1, ignored: { lastboottime: 1, 'installedapps.installdate': 1 } });
  expect((await site.admin.get('/api/computers/by-hostname/future-json')).data.lastboottime).toBeNull();
});

const asText = (content: string) =>
  collector
    .with({ 'content-type': 'application/json' })
    .raw('POST', '/api/collector/glpi', `{"deviceid":"pc-2026-01-31-08-00-00","content":{${content}}}`);

test('a computer has all digits of the serial number when it is a JSON number', async () => {
  const { status } = await asText('"hardware":{"name":"digits"},"bios":{"ssn":12345678901234567890}');
  const pc = (await site.admin.get('/api/computers/by-hostname/digits')).data;
  expect([status, pc.serialnumber, pc.ignored]).toEqual([200, '12345678901234567890', {}]);
});

test.each([
  ['a key twice', '"bios":{"smodel":"A","smodel":"B"}'],
  ['a section twice', '"bios":{"smodel":"A"},"bios":{"smodel":"B"}'],
  ['a key __proto__', '"bios":{"__proto__":{"smodel":"A"}}'],
])('the server returns 400 when an inventory has %s', async (_what, content) => {
  const { status, error } = await asText(`"hardware":{"name":"twice"},${content}`);
  expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect((await site.admin.get('/api/computers/by-hostname/twice')).status).toBe(404);
});
