import { afterAll, beforeAll, expect, test } from 'bun:test';
import { withSetting } from './support/settings.ts';
import { type Site, startSite } from './support/site.ts';

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
const countsOf = async (assetid: number, client = site.admin): Promise<Record<string, number>> => {
  const { data } = await client.get(`/api/assets/${assetid}/tabcounts`);
  return Object.fromEntries(data.map(({ tab, count }: { tab: string; count: number }) => [tab, count]));
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
  expect((await site.admin.get('/api/assets/999999/tabcounts')).status).toBe(404);
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
  const types = (await site.admin.get('/api/assets/relationshiptypes')).data as Record<string, unknown>[];
  const { relationshiptypeid } = types.find(({ relationshiptype }) => relationshiptype === 'controls')!;
  const relation = { sourceassetid: pc.assetid, targetassetid: machine.assetid, relationshiptypeid };
  await create('/api/assets/relationships', relation);
  expect([await countsOf(pc.assetid), await countsOf(printer.assetid)]).toMatchObject([
    { printers: 1 },
    { users: 2 },
  ]);
  expect(await countsOf(pc.assetid, site.anonymous)).not.toHaveProperty('printers');
});
