import { afterAll, beforeAll, expect, test } from 'bun:test';
import { SYSTEM } from '../../src/kit/actor.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const create = async (path: string, body: object) => (await site.admin.post(`/api${path}`, body)).data;
const report = (body: object) =>
  site.anonymous.with({ 'x-api-key': COLLECTOR_KEY }).post('/api/collector/computers', body);

/** Creates two vendors that are the same, each with a model of equal number and an asset of that model. */
async function twice(name: string) {
  const two = { vendorid: 0, modelnumberid: 0, assetid: 0 };
  const one = async (vendor: string, more: object): Promise<typeof two> => {
    const { vendorid } = await create('/vendors', { vendor, ...more });
    const { modelnumberid } = await create('/models', { modelnumber: `${name} 13`, vendorid });
    const asset = { assetnumber: `${vendor}-1`, assettypeid: 2, vendorid, modelnumberid };
    return { vendorid, modelnumberid, assetid: (await create('/assets', asset)).assetid };
  };
  return {
    gone: await one(name, { website: 'https://example.com/gone', supportphone: '1' }),
    kept: await one(`${name} Inc.`, { supportphone: '2' }),
  };
}

test('a dry run of a merge returns the moved references and changes nothing', async () => {
  const { gone, kept } = await twice('Dell');
  const answer = await site.admin.post(`/api/vendors/${gone.vendorid}/merge`, {
    into: kept.vendorid,
    dryrun: true,
  });
  expect([answer.status, answer.data]).toEqual([
    200,
    { into: kept.vendorid, dryrun: true, references: { assets: 1, models: 1 } },
  ]);
  expect((await site.admin.get(`/api/vendors/${gone.vendorid}`)).status).toBe(200);
});

test('a merge moves references and fills empty fields of the kept vendor, and an undo restores both', async () => {
  const { gone, kept } = await twice('Hewlett');
  const path = `/api/vendors/${gone.vendorid}/merge`;
  const merged = await site.admin.post(path, { into: kept.vendorid });
  expect(merged.data).toMatchObject({ dryrun: false, references: { assets: 2 } });
  expect((await site.admin.get(`/api/vendors/${gone.vendorid}`)).status).toBe(404);
  const vendor = (await site.admin.get(`/api/vendors/${kept.vendorid}`)).data;
  expect(vendor).toMatchObject({
    vendor: 'Hewlett Inc.',
    website: 'https://example.com/gone',
    supportphone: '2',
  });
  // The models had the same number, so they were merged as well.
  const asset = (await site.admin.get(`/api/assets/${gone.assetid}`)).data;
  expect(asset).toMatchObject({ vendorid: kept.vendorid, modelnumberid: kept.modelnumberid });
  expect((await site.admin.get(`/api/models/${gone.modelnumberid}`)).status).toBe(404);
  const row = (await site.admin.get('/api/auditlogs?action=catalog.vendor.merged')).data[0];
  expect(row.details).toMatchObject({ merged: 'Hewlett', into: 'Hewlett Inc.' });

  expect((await site.admin.post(`/api/auditlogs/${row.auditlogid}/undo`)).status).toBe(200);
  expect((await site.admin.get(`/api/vendors/${gone.vendorid}`)).data.vendor).toBe('Hewlett');
  expect((await site.admin.get(`/api/vendors/${kept.vendorid}`)).data.website).toBeNull();
  expect((await site.admin.get(`/api/assets/${gone.assetid}`)).data).toMatchObject(gone);
});

test('a report with a merged name matches the kept vendor', async () => {
  const agents = { hostname: 'merge-1', serialnumber: 'M-1', manufacturer: 'Lenovo', model: 'T14' };
  await report(agents);
  const [old] = (await site.admin.get('/api/vendors?search=Lenovo')).data;
  const mine = await create('/vendors', { vendor: 'Lenovo Group' });
  await site.admin.post(`/api/vendors/${old.vendorid}/merge`, { into: mine.vendorid });
  await report({ ...agents, hostname: 'merge-2', serialnumber: 'M-2' });
  const pcs = (await site.admin.get('/api/computers?search=merge-')).data;
  expect(pcs.map(({ vendor }: { vendor: string }) => vendor)).toEqual(['Lenovo Group', 'Lenovo Group']);
  expect((await site.admin.get('/api/vendors?search=Lenovo')).data).toHaveLength(1);
  // The name of a merged vendor may be reused anyway.
  expect((await site.admin.post('/api/vendors', { vendor: 'Lenovo' })).status).toBe(201);
});

test('merged applications stay merged after the next inventory', async () => {
  const pc = {
    hostname: 'apps-1',
    serialnumber: 'A-1',
    installedapps: [{ name: '7-Zip 24 (x64)', version: '24.0' }],
  };
  await report(pc);
  const [long] = (await site.admin.get('/api/applications?search=7-Zip')).data;
  const short = await create('/applications', { appname: '7-Zip' });
  const merged = await site.admin.post(`/api/applications/${long.appid}/merge`, { into: short.appid });
  expect(merged.status).toBe(200);
  expect((await report({ ...pc, loggedinuser: 'kim' })).data).toMatchObject({ created: 0 });
  const [computer] = (await site.admin.get('/api/computers?search=apps-1')).data;
  const apps = (await site.admin.get(`/api/computers/${computer.computerid}/apps`)).data;
  expect(apps).toMatchObject([{ appname: '7-Zip', version: '24.0' }]);
});

test('a merge moves child locations and is refused into a child', async () => {
  const outer = await create('/locations', { location: 'Hall East' });
  const inner = await create('/locations', { location: 'Cell E1', parentlocationid: outer.locationid });
  const other = await create('/locations', { location: 'East Hall' });
  const inward = await site.admin.post(`/api/locations/${outer.locationid}/merge`, {
    into: inner.locationid,
  });
  expect([inward.status, inward.error?.details?.issues[0].path]).toEqual([400, 'into']);
  await site.admin.post(`/api/locations/${outer.locationid}/merge`, { into: other.locationid });
  expect((await site.admin.get(`/api/locations/${inner.locationid}`)).data.parentlocation).toBe('East Hall');
});

test('a merge is refused with itself or unknown records and returns 401 without a sign-in', async () => {
  const { vendorid } = await create('/vendors', { vendor: 'Alone' });
  const requestMerge = async (id: number, into: number) =>
    (await site.admin.post(`/api/vendors/${id}/merge`, { into })).status;
  expect([await requestMerge(vendorid, vendorid), await requestMerge(vendorid, 99_999)]).toEqual([400, 400]);
  expect(await requestMerge(99_999, vendorid)).toBe(404);
  const stranger = await site.anonymous.post(`/api/vendors/${vendorid}/merge`, { into: 1 });
  expect(stranger.status).toBe(401);
});

test('concurrent merges, new references and deletions are refused while a merge runs', async () => {
  const gone = await create('/vendors', { vendor: 'Twice' });
  const kept = await create('/vendors', { vendor: 'Twice Inc.' });
  // Enough rows that the second request arrives while the first is running.
  const MANY = 6000;
  site.app.host.db.transact({ actor: SYSTEM, requestid: null, ipaddress: null }, 'test.models.made', (tx) => {
    for (let n = 0; n < MANY; n++) tx.insert('models', { modelnumber: `T-${n}`, vendorid: gone.vendorid });
    tx.audit({ entitytype: 'model', entityid: null });
  });
  const path = `/api/vendors/${gone.vendorid}/merge`;
  const merge = () => site.admin.post(path, { into: kept.vendorid });
  const late = () => site.admin.post('/api/models', { modelnumber: 'T-late', vendorid: gone.vendorid });
  const answers = await Promise.all([
    merge(),
    merge(),
    late(),
    site.admin.delete(`/api/vendors/${kept.vendorid}`),
  ]);
  const [first, second, model, removal] = answers.map(({ status }) => status);
  expect([first, second]).toEqual([200, 409]);
  expect([400, 409]).toContain(model!);
  expect(removal).toBe(409);
  const left = await site.admin.get(`/api/models?vendorid=${kept.vendorid}&per_page=1`);
  expect(left.meta.pagination.total).toBe(MANY);
  const [model0] = left.data;
  const changed = await site.admin.put(`/api/models/${model0.modelnumberid}`, { description: 'free' });
  expect(changed.status).toBe(200);
});
