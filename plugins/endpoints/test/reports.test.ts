import { afterAll, beforeAll, expect, test } from 'bun:test';
import { COLLECTOR_KEY, type Site, startSite } from '../../../test/support/site.ts';
import { createEnrolledPc, createPc, setSharedKey, TEST_SHARED_KEY, withSharedKey } from './pcs.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
});
afterAll(() => site.stop());

const collector = '/api/collector/computers';
const computer = async (assetid: number) => (await site.admin.get(`/api/computers/by-asset/${assetid}`)).data;
const rows = () => site.app.host.db.read((reader) => reader.value('SELECT count(*) FROM assets'));

test('a PC reports with its credential and may change its host name', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'rep-1');
  const reply = await agent.post(collector, {
    hostname: 'rep-1',
    serialnumber: 'SN-rep-1',
    osname: 'Debian 12',
  });
  expect([reply.status, reply.data.assetid]).toEqual([200, assetid]);
  const renamed = await agent.post(collector, { hostname: 'rep-1-new', serialnumber: 'SN-rep-1' });
  expect([renamed.status, renamed.data.assetid, (await computer(assetid)).hostname]).toEqual([
    200,
    assetid,
    'rep-1-new',
  ]);
});

test('a report with a credential returns 403 and writes nothing when it names another PC', async () => {
  const { agent } = await createEnrolledPc(site, 'rep-2');
  const other = await createPc(site, 'rep-3');
  const before = rows();
  for (const record of [
    { hostname: 'rep-3' },
    { hostname: 'nobody', serialnumber: 'SN-rep-3' },
    { hostname: 'REP-3', osname: 'Evil OS' },
  ]) {
    for (const body of [record, { records: [{ hostname: 'rep-2' }, record] }]) {
      const { status, error } = await agent.post(collector, body);
      expect([body, status, error.code]).toEqual([body, 403, 'ASSET_MISMATCH']);
    }
  }
  expect(rows()).toBe(before);
  expect((await computer(other)).osname ?? null).toBeNull();
});

test('the server refuses a whole batch with the collector or shared key when it names an enrolled PC', async () => {
  await createEnrolledPc(site, 'rep-4');
  await createPc(site, 'rep-5');
  const before = rows();
  const basic = (key: string) =>
    site.anonymous.with({ authorization: `Basic ${Buffer.from(`agent:${key}`).toString('base64')}` });
  for (const client of [
    withSharedKey(site),
    site.anonymous.with({ 'x-api-key': COLLECTOR_KEY }),
    basic(TEST_SHARED_KEY),
    basic(COLLECTOR_KEY),
  ])
    for (const record of [{ hostname: 'REP-4' }, { hostname: 'any', serialnumber: 'sn-rep-4' }]) {
      for (const body of [record, { records: [{ hostname: 'new-pc' }, record] }]) {
        const { status, error } = await client.post(collector, body);
        expect([body, status, error.code]).toEqual([body, 401, 'SHARED_KEY_REFUSED']);
      }
      expect((await client.post(collector, { hostname: 'rep-5' })).status).toBe(200);
    }
  expect(rows()).toBe(before);
});

test('a service token may report an enrolled PC', async () => {
  const { assetid } = await createEnrolledPc(site, 'rep-6');
  const made = await site.admin.post('/api/apitokens', {
    name: 'inventory',
    service: true,
    scopes: ['collector.ingest'],
  });
  const { status, data } = await site.anonymous
    .with({ 'x-api-key': made.data.secret })
    .post(collector, { hostname: 'rep-6', serialnumber: 'SN-rep-6', osname: 'Windows 11' });
  expect([status, data.assetid]).toEqual([200, assetid]);
});

test('a GLPI agent reports with the shared key as its password, but not for an enrolled PC', async () => {
  await createEnrolledPc(site, 'rep-7');
  const glpi = (name: string) =>
    site.anonymous
      .with({
        authorization: `Basic ${Buffer.from(`agent:${TEST_SHARED_KEY}`).toString('base64')}`,
        'content-type': 'application/json',
      })
      .raw(
        'POST',
        '/api/collector/glpi',
        JSON.stringify({ action: 'inventory', deviceid: name, content: { hardware: { name } } }),
      );
  expect((await glpi('rep-8')).status).toBe(200);
  expect((await glpi('rep-7')).status).toBe(401);
});

test('the server stores a check-in that a gateway forwards with the shared key', async () => {
  const assetid = await createPc(site, 'rep-9');
  const body = { hostname: 'rep-9', agentversion: '0.1.0', checks: [{ name: 'disk', level: 'degraded' }] };
  const send = () => withSharedKey(site).post('/api/collector/endpoints', body);
  expect((await send()).data).toMatchObject({ created: 1, assetid });
  expect((await send()).data).toMatchObject({ unchanged: 1, assetid });
  expect((await site.admin.get(`/api/endpoints/asset/${assetid}/health`)).data.verdict).toBe('degraded');
  const { data } = await withSharedKey(site).get('/api/collector/status');
  expect(data.collectors.map(({ name }: { name: string }) => name)).toContain('endpoints');
});
