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

test('a large batch lands whole, and again changes nothing', async () => {
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

test('M5: a batch beyond its bound of items is refused whole, and says which bound', async () => {
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

test('one bad record of a large batch refuses all of it, and is named', async () => {
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

test('a report names the first hundred of its wrong MAC addresses', async () => {
  const { status, error } = await report({ hostname: 'x', macaddresses: Array(500).fill('none') });
  expect([status, error.details.issues.length, error.details.issues[99].path]).toEqual([
    400,
    100,
    'macaddresses.99',
  ]);
});

test('a report counts ten thousand wrong programs and keeps those that are stored', async () => {
  const known = { hostname: 'many-wrong', installedapps: programs(3) };
  expect((await report(known)).data.created).toBe(1);
  const { status, data } = await report({ ...known, installedapps: Array(10_000).fill({}) });
  expect([status, data.unchanged, data.ignored]).toEqual([200, 1, { installedapps: 10_000 }]);
  const { computerid } = (await site.anonymous.get('/api/computers/by-hostname/many-wrong')).data;
  expect((await site.anonymous.get(`/api/computers/${computerid}/apps`)).data).toHaveLength(3);
});

test('a large body that is no JSON, no UTF-8 or too deep is refused as a small one is', async () => {
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

test('while a long report is written, a later one of the same computer wins', async () => {
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

test('a large inventory of an agent lands in its programs, and a refusal speaks as the agent did', async () => {
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
    expect.stringContaining('<ERROR>The inventory does not name'),
  ]);
});
