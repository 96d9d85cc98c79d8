import { afterAll, beforeAll, expect, test } from 'bun:test';
import { deflateSync } from 'node:zlib';
import type { Client } from '../support/client.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';

let site: Site;
let collector: Client;
beforeAll(async () => {
  site = await startSite();
  collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
});
afterAll(() => site.stop());

const programs = (count: number, prefix = 'p') =>
  Array.from({ length: count }, (_, n) => ({ name: `${prefix}-${n}`, version: `${n}.0` }));
const report = (body: unknown) => collector.post('/api/collector/computers', body);
const counts = () =>
  site.app.host.db.read((reader) =>
    ['assets', 'applications', 'installedapps', 'auditlogs'].map((table) =>
      reader.value(`SELECT count(*) FROM ${table}`),
    ),
  );

test('a large batch is stored completely, and its repetition changes nothing', async () => {
  const records = Array.from({ length: 40 }, (_, n) => ({
    hostname: `pc-${n}`,
    installedapps: programs(200, `b${n % 4}`),
  }));
  const first = counts();
  expect((await report({ records })).data).toMatchObject({ created: 40, updated: 0, unchanged: 0 });
  const before = counts();
  const added = before.slice(0, 3).map((count, n) => Number(count) - Number(first[n]));
  expect(added).toEqual([40, 800, 8000]);
  expect((await report({ records })).data).toMatchObject({ created: 0, updated: 0, unchanged: 40 });
  expect(counts()).toEqual(before);
});

test('the server refuses a batch above the item limit and returns the limit', async () => {
  const before = counts();
  const batch = (records: number, apps: number) => ({
    records: Array.from({ length: records }, (_, n) => ({
      hostname: `o-${n}`,
      installedapps: Array(apps).fill({ name: 'x' }),
    })),
  });
  for (const [records, apps, limit] of [
    [1000, 101, 100_000],
    [1001, 0, 1000],
    [1, 100_001, 100_000],
  ] as const) {
    const { status, error } = await report(batch(records, apps));
    expect([status, error.code, error.details]).toEqual([413, 'PAYLOAD_TOO_LARGE', { limit }]);
  }
  expect(counts()).toEqual(before);
});

test('the server refuses a large batch and names the record when one record is invalid', async () => {
  const before = counts();
  const records: object[] = Array.from({ length: 20 }, (_, n) => ({
    hostname: `ok-${n}`,
    installedapps: programs(300),
  }));
  records[17] = { hostname: 'bad', macaddresses: ['00:11:22:33:44:55', '999.1.1.1'] };
  const { status, error } = await report({ records });
  expect([status, error.details.issues[0]]).toEqual([
    400,
    {
      path: 'records.17.macaddresses.1',
      message: expect.stringContaining('"999.1.1.1" is not a MAC address'),
    },
  ]);
  expect(counts()).toEqual(before);
});

test('the error lists the first 100 invalid MAC addresses of a report', async () => {
  const { status, error } = await report({ hostname: 'x', macaddresses: Array(500).fill('none') });
  expect([status, error.details.issues.length, error.details.issues[99].path]).toEqual([
    400,
    100,
    'macaddresses.99',
  ]);
});

test('a report counts 10,000 invalid applications and keeps the stored ones', async () => {
  const record = { hostname: 'many-wrong', installedapps: programs(3) };
  expect((await report(record)).data.created).toBe(1);
  const { status, data } = await report({ ...record, installedapps: Array(10_000).fill({}) });
  expect([status, data.unchanged, data.ignored]).toEqual([200, 1, { installedapps: 10_000 }]);
  const { computerid } = (await site.anonymous.get('/api/computers/by-hostname/many-wrong')).data;
  expect((await site.anonymous.get(`/api/computers/${computerid}/apps`)).data).toHaveLength(3);
});

test('the server returns 400 when a large body is invalid JSON, invalid UTF-8 or too deep', async () => {
  const send = (body: BodyInit) =>
    collector.with({ 'content-type': 'application/json' }).raw('POST', '/api/collector/computers', body);
  const filler = ' '.repeat(70_000);
  for (const body of [
    `{"hostname":${filler}`,
    `${'['.repeat(65)}${filler}`,
    `{"hostname":"a","hostname":"b"}${filler}`,
    new Uint8Array(
      Buffer.concat([Buffer.from(`{"hostname":"${filler}`), Buffer.from([0xff]), Buffer.from('"}')]),
    ),
  ])
    expect((await send(body)).status).toBe(400);
});

test('a later report of the same computer wins when a long one is still being written', async () => {
  const [long, short] = await Promise.all([
    report({ hostname: 'twice', installedapps: programs(6000, 'long') }),
    report({ hostname: 'twice', installedapps: [{ name: 'short' }] }),
  ]);
  expect([long.status, short.status]).toEqual([200, 200]);
  expect((await report({ hostname: 'twice', installedapps: [{ name: 'short' }] })).data.created).toBe(0);
  const { computerid } = (await site.anonymous.get('/api/computers/by-hostname/twice')).data;
  const apps = (await site.anonymous.get(`/api/computers/${computerid}/apps?per_page=100`)).data;
  expect(apps.map((app: { appname: string }) => app.appname)).toEqual(['short']);
});

test('a large inventory stores its applications, and an invalid one gets an XML error', async () => {
  const glpi = (body: BodyInit, type: string) =>
    collector.with({ 'content-type': type }).raw('POST', '/api/collector/glpi', body);
  const content = { hardware: { name: 'agent-1' }, softwares: programs(2500, 'glpi') };
  const body = JSON.stringify({ action: 'inventory', deviceid: 'agent-1', content });
  expect((await glpi(new Uint8Array(deflateSync(body)), 'application/x-compress-zlib')).status).toBe(200);
  const { computerid } = (await site.anonymous.get('/api/computers/by-hostname/agent-1')).data;
  const apps = await site.anonymous.get(`/api/computers/${computerid}/apps`);
  expect(apps.data).toHaveLength(2500);
  const named = '<?xml version="1.0"?><REQUEST><QUERY>INVENTORY</QUERY><DEVICEID>x</DEVICEID><CONTENT>';
  const refused = await glpi(`${named}${'<A>1</A>'.repeat(20_000)}</CONTENT></REQUEST>`, 'application/xml');
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining('<ERROR>The inventory does not identify'),
  ]);
});
