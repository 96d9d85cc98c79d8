import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../support/client.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';

let site: Site;
let collector: Client;
beforeAll(async () => {
  site = await startSite();
  collector = site.stranger.with({ 'x-api-key': COLLECTOR_KEY });
});
afterAll(() => site.stop());

let sent = 0;
/** Sends an inventory as a PC of its own, and returns the answer and what is stored of the PC. */
async function send(content: object, own: object = {}) {
  const name = `odd-${++sent}`;
  const { hardware, bios, ...rest } = content as Record<string, object>;
  const message = {
    action: 'inventory',
    deviceid: `${name}-2026-01-31-08-00-00`,
    content: {
      hardware: { name, ...hardware },
      bios: { ssn: `SN-${name}`, ...bios },
      versionclient: 'GLPI-Agent_v1.15',
      ...rest,
      ...own,
    },
  };
  const answer = await collector.post('/api/collector/glpi', message);
  expect([JSON.stringify(content).slice(0, 200), answer.status]).toEqual([expect.any(String), 200]);
  const { assetid, ignored } = JSON.parse(answer.text).data;
  const pc = (await site.admin.get(`/api/computers/by-asset/${assetid}`)).data;
  const parts = (await site.admin.get(`/api/computers/${pc.computerid}/hardware`)).data;
  return { ignored, pc, parts };
}

const disk = (disksize: unknown) => ({ storages: [{ name: 'sda', disksize }] });
const memory = (value: unknown) => ({ hardware: { memory: value } });

test.each([
  ['a disk in bytes', disk(1_000_204_886_016), { diskgb: 1000 }],
  ['a disk of 500 GB in bytes', disk(500_107_862_016), { diskgb: 500 }],
  ['a disk in kilobytes', disk(488_386_584), { diskgb: 500 }],
  ['a stick of 16 GB in bytes', disk(15_728_640_000), { diskgb: 16 }],
  ['a disk as a text with its unit', disk('1 TB'), { diskgb: 1000 }],
  ['a disk as a text with a comma', disk('1,5 TB'), { diskgb: 1500 }],
  ['a disk beyond reason', disk(1e30), { diskgb: null }],
  ['a disk of a negative size', disk(-1), { diskgb: null }],
  ['memory in bytes', memory(17_179_869_184), { memorygb: 16 }],
  ['memory in kilobytes', memory(16_777_216), { memorygb: 16 }],
  ['memory as a text', memory('16 GB'), { memorygb: 16 }],
  ['memory beyond reason', memory(2 ** 60), { memorygb: null }],
  ['a bank in bytes', { memories: [{ capacity: 8_589_934_592 }] }, { memorygb: 8 }],
] as const)(
  'an inventory is stored with a plausible size when it has %s',
  async (_what, content, expected) => {
    const { pc, ignored } = await send(content);
    expect(pc).toMatchObject(expected);
    expect(Object.values(ignored)).toEqual([1]);
    expect(pc.ignored).toEqual(ignored);
  },
);

/** A computer with processors of so many cores each. */
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
  'an inventory is stored with the size of a large computer when it has %s',
  async (_what, content, expected, count) => {
    const { pc, ignored = {} } = await send(content);
    expect(pc).toMatchObject(expected);
    expect(Object.values<number>(ignored).reduce((sum, n) => sum + n, 0)).toBe(count);
  },
);

test.each([
  ['100 TiB in megabytes', { total: 104_857_601, free: 52_428_800 }, [104_857_601, 52_428_800], 0],
  ['1 PB in megabytes', { total: 953_674_315, free: 7 }, [953_674_315, 7], 0],
  ['1 PB in bytes', { total: 1e15, free: 1e14 }, [953_674_316, 95_367_432], 2],
  ['1 PB as a text', { total: '1 PB', free: '1 TB' }, [1024 ** 3, TB], 2],
  ['kilobytes', { total: 488_281_248, free: 4 }, [476_837, 0], 2],
  ['megabytes', { total: 64_000, free: 61_000 }, [64_000, 61_000], 0],
  ['bytes, almost full', { total: 500_107_862_016, free: 52_428_800 }, [476_940, 50], 2],
  ['8 EB in megabytes', { total: 8_796_093_022_207, free: 8_796_093_012_000 }, [null, null], 2],
  ['8 EB in kilobytes', { total: 2 ** 53, free: 1 }, [null, 1], 1],
  ['8 EB in bytes', { total: 2 ** 63, free: 'all' }, [null, null], 2],
  ['more free than there is', { total: 64_000, free: 65_000 }, [64_000, null], 1],
] as const)(
  'a volume has a plausible size when it is reported in %s',
  async (_what, sizes, stored, count) => {
    const { parts, ignored = {} } = await send({ drives: [{ volumn: '/dev/sda1', type: '/', ...sizes }] });
    expect(parts).toMatchObject([{ megabytes: stored[0], freemegabytes: stored[1] }]);
    expect(Object.values<number>(ignored).reduce((sum, n) => sum + n, 0)).toBe(count);
  },
);

const long = 'Model-'.repeat(50);
test.each([
  [{ bios: { bversion: ['BOCHS  - 1'] } }, { biosversion: 'BOCHS - 1' }, { 'bios.bversion': 1 }],
  [{ bios: { smanufacturer: true } }, { vendor: null }, { 'bios.smanufacturer': 1 }],
  [{ hardware: { chassis_type: ['Desktop'] } }, { chassistype: 'Desktop' }, { 'hardware.chassis_type': 1 }],
  [{ hardware: { uuid: ['a-uuid-of-one'] } }, { uuid: 'a-uuid-of-one' }, { 'hardware.uuid': 1 }],
  [{ hardware: { uuid: true } }, { uuid: null }, { 'hardware.uuid': 1 }],
  [
    { bios: { smanufacturer: 'Maker', smodel: long } },
    { modelnumber: long.slice(0, 255) },
    { 'bios.smodel': 1 },
  ],
  [{ operatingsystem: [] }, { osname: null }, { operatingsystem: 1 }],
  [{ operatingsystem: [{ name: 'Debian' }] }, { osname: 'Debian' }, { operatingsystem: 1 }],
  [
    { operatingsystem: { name: 'Debian', version: ['12'], timezone: 'UTC' } },
    { osname: 'Debian' },
    { 'operatingsystem.version': 1, 'operatingsystem.timezone': 1 },
  ],
  [
    { operatingsystem: { boot_time: {}, fqdn: [] } },
    { lastboottime: null },
    { 'operatingsystem.boot_time': 1, 'operatingsystem.fqdn': 1 },
  ],
  [{ versionclient: ['GLPI-Agent_v1.15'] }, {}, { versionclient: 1 }],
  [{ users: [null, '', { login: ['ina'] }] }, { loggedinuser: 'ina' }, { users: 2, 'users.login': 1 }],
  [{ network_device: [], pagecounters: [] }, {}, { network_device: 1, pagecounters: 1 }],
  [{ softwares: [null, '', 7] }, {}, { softwares: 3 }],
  [{ softwares: ['', ''], networks: ['', ''] }, {}, { softwares: 2, networks: 2 }],
])(
  'an inventory is stored and its odd values are counted when it has %j',
  async (content, expected, ignored) => {
    const stored = await send(content);
    expect(stored.pc).toMatchObject(expected);
    expect([stored.ignored, stored.pc.ignored]).toEqual([ignored, ignored]);
  },
);

const adapter = (values: object) => ({
  networks: [{ description: 'eth0', mac: '00:00:5e:00:53:04', ...values }],
});
test.each([
  [adapter({ ipaddress: ['192.0.2.14', '198.51.100.14'] }), 3],
  [adapter({ ipaddress: '192.0.2.14,198.51.100.14' }), 3],
  [adapter({ ipaddress: { ip: ['192.0.2.14', '198.51.100.14'] } }), 3],
  [adapter({ ipaddress: '192.0.2.14', ipaddress6: ['fe80::14', '2001:db8::14'] }), 3],
  [adapter({ mac: ['00:00:5e:00:53:04', '00:00:5e:00:53:05'] }), 2],
  [adapter({ ipaddress: {}, mac: ['00:00:5e:00:53:06'] }), 1],
])('a computer has all addresses of an adapter when it reports %j', async (content, count) => {
  const { pc } = await send(content);
  expect(pc.communications).toHaveLength(count);
});

test('an inventory is stored with the first entries when its lists are too long', async () => {
  const many = Array.from({ length: 4100 }, (_, n) => n);
  const { pc, ignored } = await send({
    users: many.map((n) => ({ login: `user${n}` })),
    networks: many.map((n) => ({ ipaddress: `10.1.0.${n % 8}` })),
  });
  expect(ignored).toEqual({ users: 4, networks: 4 });
  expect(pc.communications).toHaveLength(8);
});

test.each([501, 4000])('a computer has 500 addresses when it reports %d', async (length) => {
  const ipaddress = Array.from({ length }, (_, n) => `10.1.${n >> 8}.${n & 255}`);
  const { pc, ignored } = await send({ networks: [{ ipaddress }] });
  expect(ignored).toEqual({ 'networks.ipaddress': 1, ipaddresses: length - 500 });
  expect(pc.communications).toHaveLength(500);
});

test('a computer keeps 500 MAC addresses when it reports 501 adapters', async () => {
  const networks = Array.from({ length: 501 }, (_, n) => ({
    mac: `3c:52:82:0a:0${n >> 8}:${(n & 255).toString(16).padStart(2, '0')}`,
  }));
  const { pc, ignored } = await send({ networks });
  expect(ignored).toEqual({ macaddresses: 1 });
  expect(pc.communications).toHaveLength(500);
});

test('an inventory keeps its PC when the name cannot be read', async () => {
  const { pc } = await send({ bios: { ssn: 'KEPT-1' } });
  const content = { bios: { ssn: 'KEPT-1' }, hardware: { name: {}, chassis_type: 'Tower' } };
  const again = await collector.post('/api/collector/glpi', {
    deviceid: 'older-2020-01-01-01-01-01',
    content,
  });
  expect(JSON.parse(again.text).data).toMatchObject({
    assetid: pc.assetid,
    updated: 1,
    ignored: { 'hardware.name': 1 },
  });
  const now = (await site.admin.get(`/api/computers/${pc.computerid}`)).data;
  expect([now.hostname, now.chassistype]).toEqual([pc.hostname, 'Tower']);
});

test('an inventory is refused when no identifier of its computer can be read', async () => {
  const content = { hardware: { name: [], uuid: {} }, bios: { ssn: 'None' }, networks: [{ mac: 'none' }] };
  const { status, text } = await collector.post('/api/collector/glpi', {
    deviceid: 'pc-2026-01-31-08-00-00',
    content,
  });
  expect([status, JSON.parse(text).data.error.details.issues[0].path]).toEqual([
    400,
    'content.hardware.name',
  ]);
});

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
  'an inventory is stored with the entries of a list that it sends as %j',
  async (content, expected, counted) => {
    const { pc, parts, ignored = {} } = await send(content);
    const apps = (await site.admin.get(`/api/computers/${pc.computerid}/apps`)).data;
    const { communications, loggedinuser } = pc;
    const lists = { communications: communications.length, installedapps: apps.length, parts: parts.length };
    expect({ ...lists, loggedinuser }).toMatchObject(expected);
    expect(ignored).toEqual(counted);
  },
);

test('a printer has the supplies and ports that it reports under keys', async () => {
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

/** A time so many hours after the clock of the site, as agents write local times. */
const inHours = (hours: number) =>
  new Date(site.clock.now().getTime() + hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
const started = (boot_time: string, offset?: string) => ({
  operatingsystem: { boot_time, ...(offset && { timezone: { offset } }) },
});

test.each([
  ['an hour ahead', () => started(inHours(1)), true],
  ['23 hours ahead', () => started(inHours(23)), true],
  ['25 hours ahead', () => started(inHours(25)), false],
  ['25 hours ahead in a zone that is 12 hours ahead', () => started(inHours(25), '+1200'), true],
  ['in 2099', () => started('2099-01-01 08:00:00'), false],
  ['in 9999', () => started('9999-12-31 23:59:59', '-1200'), false],
  ['no time', () => started('2019-54-17 10:54:37'), false],
  ['no text of a time', () => started('yesterday'), false],
] as const)(
  'the last start of a computer is stored or ignored when it is %s',
  async (_what, content, isStored) => {
    const { pc, ignored = {} } = await send(content());
    expect(ignored).toEqual(isStored ? {} : { 'operatingsystem.boot_time': 1 });
    expect(pc.lastboottime === null).toBe(!isStored);
  },
);

test('a last start of before stays when the next inventory has one in the future', async () => {
  const known = started('2020-02-03 04:05:06');
  const { pc } = await send({ ...known, bios: { ssn: 'BOOT-1' } });
  const next = {
    hardware: { name: pc.hostname },
    bios: { ssn: 'BOOT-1' },
    ...started('2099-01-01 08:00:00'),
  };
  await collector.post('/api/collector/glpi', { deviceid: 'x', content: next });
  const now = (await site.admin.get(`/api/computers/${pc.computerid}`)).data;
  expect(now.lastboottime).toBe('2020-02-03T04:05:06.000Z');
});

test('a program keeps its name without an installation day that is in the future', async () => {
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

test('the collector of computers ignores times in the future as well', async () => {
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

test('a computer has all digits of the serial number when it reports a number', async () => {
  const { status } = await asText('"hardware":{"name":"digits"},"bios":{"ssn":12345678901234567890}');
  const pc = (await site.admin.get('/api/computers/by-hostname/digits')).data;
  expect([status, pc.serialnumber, pc.ignored]).toEqual([200, '12345678901234567890', {}]);
});

test.each([
  ['a key twice', '"bios":{"smodel":"A","smodel":"B"}'],
  ['a section twice', '"bios":{"smodel":"A"},"bios":{"smodel":"B"}'],
  ['a key __proto__', '"bios":{"__proto__":{"smodel":"A"}}'],
])('an inventory is refused as any other body when it has %s', async (_what, content) => {
  const { status, error } = await asText(`"hardware":{"name":"twice"},${content}`);
  expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect((await site.admin.get('/api/computers/by-hostname/twice')).status).toBe(404);
});

test('what was ignored is cleared by the next inventory that has nothing odd', async () => {
  const { pc, ignored } = await send({ bios: { ssn: 'CLEAR-1', smodel: ['M'] } });
  expect([ignored, pc.ignored]).toEqual([{ 'bios.smodel': 1 }, { 'bios.smodel': 1 }]);
  const content = { hardware: { name: pc.hostname }, bios: { ssn: 'CLEAR-1', smodel: 'M' } };
  await collector.post('/api/collector/glpi', {
    deviceid: 'x',
    content: { versionclient: 'GLPI-Agent_v1.15', ...content },
  });
  expect((await site.admin.get(`/api/computers/${pc.computerid}`)).data.ignored).toEqual({});
});

test('at most 50 fields are counted', async () => {
  const supplies = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`toner${n}`, {}]));
  const content = { network_device: { name: 'PRN-50', serial: 'PRN-50' }, cartridges: [supplies] };
  const { text } = await collector.post('/api/collector/glpi', {
    deviceid: 'x',
    itemtype: 'Printer',
    content,
  });
  expect(Object.keys(JSON.parse(text).data.ignored)).toHaveLength(50);
});
