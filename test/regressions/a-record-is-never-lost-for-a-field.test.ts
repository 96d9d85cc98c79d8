import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../support/client.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';

let site: Site;
let collector: Client;
beforeAll(async () => {
  site = await startSite();
  collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
});
afterAll(() => site.stop());

const report = (name: string, body: unknown) => collector.post(`/api/collector/${name}`, body);
const long = 'Long '.repeat(60).trim();

let made = 0;
test.each([
  [{ model: ['M1'], manufacturer: 'Maker' }, { vendor: 'Maker', modelnumber: 'M1' }, { model: 1 }],
  [{ manufacturer: 7 }, { vendor: '7' }, { manufacturer: 1 }],
  [{ manufacturer: {} }, { vendor: null }, { manufacturer: 1 }],
  [{ manufacturer: 'A\u0000B' }, { vendor: 'A B' }, { manufacturer: 1 }],
  [{ loggedinuser: true, osname: 'Linux' }, { loggedinuser: null, osname: 'Linux' }, { loggedinuser: 1 }],
  [{ loggedinuser: [long] }, { loggedinuser: long.slice(0, 255).trim() }, { loggedinuser: 1 }],
  [{ lastboottime: 'yesterday' }, { lastboottime: null }, { lastboottime: 1 }],
  [{ ipaddresses: ['10.3.0.1', null, '999.1.1.1'] }, { ipaddress: '10.3.0.1' }, { ipaddresses: 2 }],
  [{ ipaddresses: '10.3.0.2, 10.3.0.3' }, { ipaddress: '10.3.0.2' }, { ipaddresses: 1 }],
  [{ hardware: 'much' }, { diskgb: null }, { hardware: 1 }],
  [
    { hardware: { diskgb: 500_107_862_016, memorygb: '16' } },
    { diskgb: null, memorygb: 16 },
    { 'hardware.diskgb': 1, 'hardware.memorygb': 1 },
  ],
  [
    { hardware: { parts: { disk: 'sda', gadget: [] } } },
    {},
    { 'hardware.parts.disk': 1, 'hardware.parts.gadget': 1 },
  ],
  [
    { installedapps: [{ version: '1' }, 'x', { name: 5 }] },
    {},
    { installedapps: 2, 'installedapps.name': 1 },
  ],
])('the computers collector accepts a record with %j', async (odd, expected, ignored) => {
  const body = { hostname: `record-${++made}`, serialnumber: `SN-${made}`, uuid: `uuid-${made}` };
  const { status, data } = await report('computers', { ...body, ...odd });
  expect([status, data.created, data.ignored]).toEqual([200, 1, ignored]);
  const pc = (await site.admin.get(`/api/computers/by-asset/${data.assetid}`)).data;
  expect(pc).toMatchObject({ hostname: body.hostname, serialnumber: body.serialnumber, ...expected });
  expect(pc.ignored).toEqual(ignored);
  expect((await report('computers', { ...body, ...odd })).data).toMatchObject({ unchanged: 1, ignored });
});

test('the computers collector ignores the addresses above 500', async () => {
  const list = (count: number, address: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => address(n));
  const macaddresses = list(600, (n) => `3c:52:82:77:${[n >> 8, n & 255].map(byte).join(':')}`);
  const ipaddresses = list(600, (n) => `10.77.${n >> 8}.${n & 255}`);
  const body = { hostname: 'many-addresses', macaddresses, ipaddresses };
  const { status, data } = await report('computers', body);
  expect([status, data.created, data.ignored]).toEqual([200, 1, { macaddresses: 100, ipaddresses: 100 }]);
  expect((await report('computers', body)).data).toMatchObject({ unchanged: 1, assetid: data.assetid });
});

const byte = (value: number) => value.toString(16).padStart(2, '0');

test('a computer keeps its applications when a report contains no readable one', async () => {
  const body = { hostname: 'programs-stay', installedapps: [{ name: 'CAD' }, { name: 'CAM' }] };
  const { data } = await report('computers', body);
  for (const installedapps of ['many', [7, 8], [{}], {}]) {
    const { status, data: answer } = await report('computers', { ...body, installedapps });
    expect([installedapps, status, answer.unchanged]).toEqual([installedapps, 200, 1]);
  }
  const { computerid } = (await site.admin.get(`/api/computers/by-asset/${data.assetid}`)).data;
  expect((await site.admin.get(`/api/computers/${computerid}/apps`)).data).toHaveLength(2);
});

test('the response of a batch lists the ignored fields of each record', async () => {
  const records = [{ hostname: 'batch-1' }, { hostname: 'batch-2', model: {} }, { hostname: 'batch-3' }];
  const { data } = await report('computers', { records });
  expect([data.created, data.ignored]).toEqual([3, [{}, { model: 1 }, {}]]);
  expect((await report('computers', { records: records.slice(0, 1) })).data).toEqual({
    created: 0,
    updated: 0,
    unchanged: 1,
    assetid: expect.any(Number),
  });
});

test.each([
  ['machines', { assetnumber: 'M-1' }, { name: ['Press'], notes: 5 }, { name: 'Press', notes: '5' }],
  ['network', { assetnumber: 'N-1' }, { name: 'Switch', notes: [{}] }, { name: 'Switch', notes: null }],
  [
    'measuringtools',
    { assetnumber: 'T-1' },
    { calibrationintervaldays: '90' },
    { calibrationintervaldays: 90 },
  ],
  [
    'measuringtools',
    { assetnumber: 'T-2' },
    { calibrationintervaldays: -4 },
    { calibrationintervaldays: null },
  ],
])('the collector %s accepts %j with %j', async (name, identity, odd, expected) => {
  const { status, data } = await report(name, { ...identity, ...odd });
  expect([status, data.created]).toEqual([200, 1]);
  expect(Object.keys(data.ignored).length).toBeGreaterThan(0);
  const [stored] = (await site.admin.get(`/api/${name}?search=${identity.assetnumber}`)).data;
  expect(stored).toMatchObject({ ...identity, ...expected });
});

test('the endpoints collector accepts a check-in with invalid values', async () => {
  await report('computers', { hostname: 'checks-in' });
  const odd = { agentversion: ['1.2.3'], uptimeseconds: -1, events: [{ level: 'x' }], servertrust: {} };
  const { status, data } = await report('endpoints', { hostname: 'checks-in', ...odd });
  expect([status, data.created]).toEqual([200, 1]);
  expect(data.ignored).toEqual({ agentversion: 1, uptimeseconds: 1, events: 1, servertrust: 1 });
});

test.each([
  ['computers', { hostname: ['a', 'b'] }, 'hostname'],
  ['computers', { hostname: 'ok', serialnumber: ['S'] }, 'serialnumber'],
  ['computers', { hostname: 'ok', uuid: 5 }, 'uuid'],
  ['computers', { hostname: 'ok', macaddresses: 'none' }, 'macaddresses'],
  ['printers', { hostname: {}, queues: [] }, 'hostname'],
  ['endpoints', { hostname: '' }, 'hostname'],
  ['machines', { assetnumber: {}, name: 'x' }, 'assetnumber'],
  ['machines', { assetnumber: 'M-9', vendor: 'Nobody' }, 'vendor'],
  ['machines', { assetnumber: 'M-9', location: 'Nowhere' }, 'location'],
  ['network', { serialnumber: 'x'.repeat(256) }, 'serialnumber'],
  ['measuringtools', { assetnumber: 'T-9', gagelabtag: [] }, 'gagelabtag'],
])('the collector %s refuses %j', async (name, body, path) => {
  const { status, error } = await report(name, body);
  expect([status, error.details.issues[0].path]).toEqual([400, path]);
});
