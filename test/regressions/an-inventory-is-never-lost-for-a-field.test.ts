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

/** Sends an inventory as a new PC. Returns the response and the stored record of the PC. */
const send = (content: object, own?: object) => submitInventory(site, content, own);

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
  'the server stores a plausible size when an inventory has %s',
  async (_what, content, expected) => {
    const { pc, ignored } = await send(content);
    expect(pc).toMatchObject(expected);
    expect(Object.values(ignored)).toEqual([1]);
    expect(pc.ignored).toEqual(ignored);
  },
);

test.each([
  ['100 TiB in megabytes', { total: 104_857_601, free: 52_428_800 }, [104_857_601, 52_428_800], 0],
  ['1 PB in megabytes', { total: 953_674_315, free: 7 }, [953_674_315, 7], 0],
  ['1 PB in bytes', { total: 1e15, free: 1e14 }, [953_674_316, 95_367_432], 2],
  ['1 PB as a text', { total: '1 PB', free: '1 TB' }, [1024 ** 3, 1024 ** 2], 2],
  ['kilobytes', { total: 488_281_248, free: 4 }, [476_837, 0], 2],
  ['megabytes', { total: 64_000, free: 61_000 }, [64_000, 61_000], 0],
  ['bytes, almost full', { total: 500_107_862_016, free: 52_428_800 }, [476_940, 50], 2],
  ['8 EB in megabytes', { total: 8_796_093_022_207, free: 8_796_093_012_000 }, [null, null], 2],
  ['8 EB in kilobytes', { total: 2 ** 53, free: 1 }, [null, 1], 1],
  ['8 EB in bytes', { total: 2 ** 63, free: 'all' }, [null, null], 2],
  ['more free than total space', { total: 64_000, free: 65_000 }, [64_000, null], 1],
] as const)(
  'the server stores a plausible volume size when it is reported in %s',
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
  'the server stores an inventory and counts its ignored values when it has %j',
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

test('the server stores the first entries when the lists of an inventory are too long', async () => {
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

test('a computer has 500 MAC addresses when it reports 501 adapters', async () => {
  const networks = Array.from({ length: 501 }, (_, n) => ({
    mac: `3c:52:82:0a:0${n >> 8}:${(n & 255).toString(16).padStart(2, '0')}`,
  }));
  const { pc, ignored } = await send({ networks });
  expect(ignored).toEqual({ macaddresses: 1 });
  expect(pc.communications).toHaveLength(500);
});

test('an inventory updates its PC by serial number when the name is unreadable', async () => {
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

test('the server returns 400 when an inventory contains no readable identifier', async () => {
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

test('the server clears the ignored values when the next inventory has none', async () => {
  const { pc, ignored } = await send({ bios: { ssn: 'CLEAR-1', smodel: ['M'] } });
  expect([ignored, pc.ignored]).toEqual([{ 'bios.smodel': 1 }, { 'bios.smodel': 1 }]);
  const content = { hardware: { name: pc.hostname }, bios: { ssn: 'CLEAR-1', smodel: 'M' } };
  await collector.post('/api/collector/glpi', {
    deviceid: 'x',
    content: { versionclient: 'GLPI-Agent_v1.15', ...content },
  });
  expect((await site.admin.get(`/api/computers/${pc.computerid}`)).data.ignored).toEqual({});
});

test('the server counts at most 50 ignored fields', async () => {
  const supplies = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`toner${n}`, {}]));
  const content = { network_device: { name: 'PRN-50', serial: 'PRN-50' }, cartridges: [supplies] };
  const { text } = await collector.post('/api/collector/glpi', {
    deviceid: 'x',
    itemtype: 'Printer',
    content,
  });
  expect(Object.keys(JSON.parse(text).data.ignored)).toHaveLength(50);
});
