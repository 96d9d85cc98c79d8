import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { CountedTab } from '../src/features/catalog/tab-counts.ts';
import { withSetting } from './support/settings.ts';
import { COLLECTOR_KEY, type Site, startSite } from './support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const create = async (path: string, body: object) => {
  const answer = await site.admin.post(path, body);
  expect(answer.status).toBe(201);
  return answer.data;
};
const readCounts = async (register: string, id: number, client = site.admin): Promise<CountedTab[]> =>
  (await client.get(`/api/registers/${register}/${id}/tabcounts`)).data;
const countsOf = async (assetid: number, client = site.admin): Promise<Record<string, number>> =>
  Object.fromEntries((await readCounts('assets', assetid, client)).map(({ tab, count }) => [tab, count]));
const createRelation = async (sourceassetid: number, targetassetid: number, name: string) => {
  const types = (await site.admin.get('/api/assets/relationshiptypes')).data as Record<string, unknown>[];
  const { relationshiptypeid } = types.find(({ relationshiptype }) => relationshiptype === name)!;
  return create('/api/assets/relationships', { sourceassetid, targetassetid, relationshiptypeid });
};

test('the rows in the tabs of an asset are counted, those of its ledgers and plugins too', async () => {
  const tool = await create('/api/measuringtools', { assetnumber: 'TC-1' });
  const other = await create('/api/machines', { assetnumber: 'TC-2' });
  const { assetid } = tool;
  expect(await countsOf(assetid)).toMatchObject({
    relationships: 0,
    communications: 0,
    warranty: 0,
    calibrations: 0,
  });
  const relation = { sourceassetid: other.assetid, targetassetid: assetid, relationshiptypeid: 1 };
  await create('/api/assets/relationships', relation);
  await create('/api/warranty', { warrantyname: 'Two years', assetids: [assetid, other.assetid] });
  await create(`/api/measuringtools/${tool.measuringtoolid}/calibrations`, {
    calibrationdate: '2026-01-31',
    result: 'pass',
  });
  expect(await countsOf(assetid)).toMatchObject({ relationships: 1, warranty: 1, calibrations: 1 });
  expect(await countsOf(other.assetid)).not.toHaveProperty('calibrations');
});

test('counts need the access to the rows, and an unknown asset has none', async () => {
  const { assetid } = await create('/api/machines', { assetnumber: 'TC-3' });
  const anonymous = Object.keys(await countsOf(assetid, site.anonymous));
  expect(anonymous).toContain('relationships');
  expect(anonymous).not.toContain('communications');
  expect(anonymous).not.toContain('logs');
  expect((await site.admin.get('/api/registers/assets/999999/tabcounts')).status).toBe(404);
});

test('the applications of a computer are counted without those of others', async () => {
  const [first, second] = [
    await create('/api/computers', { assetnumber: 'TC-4' }),
    await create('/api/computers', { assetnumber: 'TC-5' }),
  ];
  const { appid } = await create('/api/applications', { appname: 'Counted' });
  await create(`/api/computers/${first.computerid}/apps`, { appid });
  expect((await countsOf(first.assetid)).software).toBe(1);
  expect((await countsOf(second.assetid)).software).toBe(0);
});

test('the ports of a device are not counted for anonymous callers who may not read them', async () => {
  const { assetid } = await create('/api/network', { assetnumber: 'TC-6' });
  expect(await countsOf(assetid, site.anonymous)).toHaveProperty('ports', 0);
  await withSetting(site, 'anonymous_read', 'basic', async () => {
    expect(await countsOf(assetid, site.anonymous)).not.toHaveProperty('ports');
    expect(await countsOf(assetid)).toHaveProperty('ports', 0);
  });
});

test('the printers of an asset and the users of a printer are counted, inherited ones too', async () => {
  const printer = await create('/api/printers', { assetnumber: 'TC-7' });
  const machine = await create('/api/machines', { assetnumber: 'TC-8' });
  const pc = await create('/api/computers', { assetnumber: 'TC-9' });
  expect([await countsOf(pc.assetid), await countsOf(printer.assetid)]).toMatchObject([
    { printers: 0 },
    { users: 0 },
  ]);
  const path = `/api/printers/assignments/for-asset/${machine.assetid}`;
  const answer = await site.admin.put(path, {
    printerids: [printer.printerid],
    defaultprinterid: printer.printerid,
  });
  expect(answer.status).toBe(200);
  await createRelation(pc.assetid, machine.assetid, 'controls');
  expect([await countsOf(pc.assetid), await countsOf(printer.assetid)]).toMatchObject([
    { printers: 1 },
    { users: 2 },
  ]);
  expect(await countsOf(pc.assetid, site.anonymous)).not.toHaveProperty('printers');
});

test('the tabs of an asset without content are empty, and some of them are not lists', async () => {
  const pc = await create('/api/computers', { assetnumber: 'TC-10' });
  const { assetid } = await create('/api/machines', { assetnumber: 'TC-11' });
  const printer = await create('/api/printers', { assetnumber: 'TC-12' });
  expect(await readCounts('computers', pc.computerid)).toEqual(await readCounts('assets', pc.assetid));
  expect(await readCounts('computers', pc.computerid)).toContainEqual({
    tab: 'hardware',
    count: 0,
    islist: false,
  });
  expect(await countsOf(pc.assetid)).toMatchObject({ hardware: 0, agent: 0 });
  expect(await countsOf(printer.assetid)).toHaveProperty('supplies', 0);
  const report = { hostname: 'tc-13', hardware: { parts: { processor: [{ name: 'Xeon' }] } } };
  const collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  const { assetid: reported } = (await collector.post('/api/collector/computers', report)).data;
  expect(await countsOf(reported)).toHaveProperty('hardware', 1);
  expect(await countsOf(assetid)).toHaveProperty('behind', 0);
  await createRelation(pc.assetid, assetid, 'controls');
  expect(await countsOf(assetid)).toHaveProperty('behind', 1);
});

test('the supplies of a printer are not counted while only Zabbix may know them', async () => {
  const { assetid } = await create('/api/printers', { assetnumber: 'TC-14' });
  await withSetting(site, 'zabbix_url', 'http://127.0.0.1:9/api', async () =>
    withSetting(site, 'zabbix_token', 'secret', async () =>
      expect(await countsOf(assetid)).not.toHaveProperty('supplies'),
    ),
  );
  expect(await countsOf(assetid)).toHaveProperty('supplies', 0);
});

test('the number of connections is that of the list, with inherited ones', async () => {
  const printer = await create('/api/printers', { assetnumber: 'TC-15' });
  const machine = await create('/api/machines', { assetnumber: 'TC-16' });
  const pc = await create('/api/computers', { assetnumber: 'TC-17' });
  await createRelation(pc.assetid, machine.assetid, 'controls');
  await createRelation(machine.assetid, printer.assetid, 'usesprinter');
  const { data } = await site.admin.get(`/api/assets/${pc.assetid}/relationships?effective=true`);
  expect(data).toHaveLength(2);
  expect(await countsOf(pc.assetid)).toHaveProperty('relationships', 2);
});

test('the tabs of a record other than an asset are counted for callers who may read it', async () => {
  const part = await create('/api/printedparts/items', { itemcode: 'TC-18' });
  const counts = await readCounts('printedpartitems', part.itemid);
  expect(counts).toContainEqual({ tab: 'files', count: 0, islist: true });
  const viewer = await site.userWith('assets.view');
  const tabs = (await readCounts('printedpartitems', part.itemid, viewer)).map(({ tab }) => tab);
  expect(tabs).not.toContain('files');
  expect((await viewer.get('/api/registers/endpointscripts/1/tabcounts')).status).toBe(403);
  expect((await site.admin.get('/api/registers/printedpartitems/999999/tabcounts')).status).toBe(404);
  expect((await site.admin.get('/api/registers/nothing/1/tabcounts')).status).toBe(404);
});
