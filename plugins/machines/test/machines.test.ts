import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../../../test/support/client.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../../../test/support/site.ts';

let site: Site;
let collector: Client;
beforeAll(async () => {
  site = await startSite();
  collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
});
afterAll(() => site.stop());

let made = 0;
const machine = async (more: object = {}) =>
  (await site.admin.post('/api/machines', { assetnumber: `M-${++made}`, ...more })).data;
const numbers = (rows: { assetnumber: string }[]) => rows.map(({ assetnumber }) => assetnumber);
const list = async (query: string) => numbers((await site.anonymous.get(`/api/machines?${query}`)).data);
const report = (body: unknown) => collector.post('/api/collector/machines', body);

test('the server creates a machine with its own and asset fields and returns referenced names', async () => {
  const { machinetypeid } = (await site.admin.post('/api/machines/types', { machinetype: 'Press' })).data;
  const { vendorid } = (await site.admin.post('/api/vendors', { vendor: 'Fanuc' })).data;
  const { controllertypeid } = (
    await site.admin.post('/api/machines/controllers', { controllertype: '31i-B5', vendorid })
  ).data;
  const { status, data } = await site.admin.post('/api/machines', {
    assetnumber: 'P-100',
    name: 'Press 100',
    machinetypeid,
    vendorid,
    controllertypeid,
    controllerversion: 'V5.1',
    ipaddress: '10.7.0.4',
    installdate: '2019-04-01',
    isdualpath: true,
  });
  expect(status).toBe(201);
  expect(data).toMatchObject({
    assetnumber: 'P-100',
    assettype: 'Machine',
    machinetype: 'Press',
    vendor: 'Fanuc',
    controllertype: '31i-B5',
    controllerversion: 'V5.1',
    ipaddress: '10.7.0.4',
    installdate: '2019-04-01',
    isdualpath: true,
    isactive: true,
  });
  const one = await site.anonymous.get(`/api/machines/${data.machineid}`);
  const byAsset = await site.anonymous.get(`/api/machines/by-asset/${data.assetid}`);
  expect(byAsset.data).toEqual(one.data);
  expect((await site.anonymous.get('/api/machines/by-asset/99999')).status).toBe(404);
});

test('the IP address of a machine sets, changes and clears the primary address of its asset', async () => {
  const { machineid, assetid } = await machine({ ipaddress: '10.7.1.1' });
  const addresses = async () => (await site.admin.get(`/api/assets/${assetid}/communications`)).data;
  await site.admin.put(`/api/machines/${machineid}`, { ipaddress: '10.7.1.2' });
  expect(await addresses()).toMatchObject([{ address: '10.7.1.2', isprimary: true }]);
  const wrong = await site.admin.put(`/api/machines/${machineid}`, { ipaddress: '10.7.1' });
  expect([wrong.status, wrong.error.details.issues[0].path]).toEqual([400, 'ipaddress']);
  await site.admin.put(`/api/machines/${machineid}`, { ipaddress: null });
  expect(await addresses()).toEqual([]);
});

test('POST /api/assets with the type Machine also creates the machine', async () => {
  const types = (await site.admin.get('/api/assets/types')).data;
  const { assettypeid } = types.find((one: { assettype: string }) => one.assettype === 'Machine');
  const { data } = await site.admin.post('/api/assets', { assetnumber: 'P-ASSET', assettypeid });
  expect((await site.admin.get(`/api/machines/by-asset/${data.assetid}`)).data.assetnumber).toBe('P-ASSET');
});

test('the list filters by type, vendor, controller, dual path, location and number', async () => {
  const place = async (location: string, parentlocationid?: number) =>
    (await site.admin.post('/api/locations', { location, parentlocationid })).data.locationid as number;
  const hall = await place('Hall 9');
  const cell = await place('Cell 9a', hall);
  const { machinetypeid } = (await site.admin.post('/api/machines/types', { machinetype: 'Robot' })).data;
  const { vendorid } = (await site.admin.post('/api/vendors', { vendor: 'Kuka' })).data;
  const { controllertypeid } = (
    await site.admin.post('/api/machines/controllers', { controllertype: 'KRC4' })
  ).data;
  const { assetnumber } = await machine({
    machinetypeid,
    vendorid,
    controllertypeid,
    locationid: cell,
    isdualpath: true,
  });
  for (const query of [
    `typeid=${machinetypeid}`,
    `type_id=${machinetypeid}`,
    `vendorid=${vendorid}`,
    `controllertypeid=${controllertypeid}`,
    `locationid=${hall}`,
    `location_id=${cell}`,
    `isdualpath=true&typeid=${machinetypeid}`,
    `assetnumber=${assetnumber}`,
    'withoutplace=false',
  ])
    expect([query, await list(query)]).toEqual([query, [assetnumber]]);
  expect(await list(`locationid=${hall}&exact=true`)).toEqual([]);
  expect(await list('withoutplace=true')).not.toContain(assetnumber);
});

test('a machine type is unique and cannot be deleted while a machine has it', async () => {
  const { machinetypeid } = (await site.admin.post('/api/machines/types', { machinetype: 'Oven' })).data;
  const twin = await site.admin.post('/api/machines/types', { machinetype: 'oven' });
  expect([twin.status, twin.error.code, twin.error.details.field]).toEqual([409, 'CONFLICT', 'machinetype']);
  await machine({ machinetypeid });
  const reply = await site.admin.delete(`/api/machines/types/${machinetypeid}`);
  expect([reply.status, reply.error.code]).toEqual([409, 'IN_USE']);
});

test('the summary counts active machines by type, controller, status and dual path', async () => {
  const { machineid } = await machine({ isdualpath: true });
  const before = (await site.anonymous.get('/api/machines/dashboard/summary')).data;
  await site.admin.delete(`/api/machines/${machineid}`);
  const { data } = await site.anonymous.get('/api/machines/dashboard/summary');
  expect([before.total - data.total, before.dualpath - data.dualpath]).toEqual([1, 1]);
  for (const part of ['bytype', 'bycontroller', 'bystatus'])
    expect(data[part].reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(data.total);
});

test('the server returns 401 or 403 for machine writes without the permission', async () => {
  const { machineid } = await machine();
  const body = { assetnumber: 'X-1' };
  expect((await site.anonymous.post('/api/machines', body)).status).toBe(401);
  const editor = await site.userWith('machines.edit');
  expect((await editor.post('/api/machines', body)).status).toBe(403);
  expect((await editor.put(`/api/machines/${machineid}`, { name: 'Mill' })).status).toBe(200);
  expect((await editor.delete(`/api/machines/${machineid}`)).status).toBe(403);
});

test('the collector creates a machine once and updates only reported fields', async () => {
  const body = {
    assetnumber: 'C-1',
    serialnumber: 'SN-C1',
    name: 'Lathe',
    controllerversion: '1.0',
    ipaddress: '10.8.0.1',
  };
  const first = await report(body);
  expect(first.data).toMatchObject({ created: 1, updated: 0, unchanged: 0 });
  expect((await report(body)).data).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
  const bySerial = await report({ serialnumber: 'SN-C1', controllerversion: '1.1' });
  expect(bySerial.data).toEqual({ created: 0, updated: 1, unchanged: 0, assetid: first.data.assetid });
  const { data } = await site.admin.get(`/api/machines/by-asset/${first.data.assetid}`);
  expect(data).toMatchObject({ name: 'Lathe', controllerversion: '1.1', ipaddress: '10.8.0.1' });
});

test('the collector accepts a type by name and rejects a batch with an unknown one', async () => {
  await site.admin.post('/api/machines/types', { machinetype: 'Mill' });
  const named = await report({ assetnumber: 'C-2', machinetype: 'mill' });
  const { data } = await site.admin.get(`/api/machines/by-asset/${named.data.assetid}`);
  expect(data.machinetype).toBe('Mill');
  const batch = await report({
    records: [{ assetnumber: 'C-3' }, { assetnumber: 'C-4', machinetype: 'Mule' }],
  });
  expect([batch.status, batch.error.details.issues[0].path]).toEqual([400, 'records.1.machinetype']);
  expect(await list('assetnumber=C-3')).toEqual([]);
});

test('the collector rejects a machine without number, of another type or with another serial number', async () => {
  expect((await report({ name: 'nameless' })).status).toBe(400);
  await site.admin.post('/api/computers', { assetnumber: 'PC-1', hostname: 'pc-1' });
  const other = await report({ assetnumber: 'PC-1' });
  expect([other.status, other.error.details.issues[0].path]).toEqual([400, 'assetnumber']);
  const { data } = await report({ assetnumber: 'C-5', serialnumber: 'SN-5' });
  const another = await report({ assetnumber: 'C-5', serialnumber: 'SN-6', name: 'Another' });
  expect([another.status, another.error.details]).toEqual([
    409,
    { field: 'serialnumber', records: [data.assetid] },
  ]);
  expect((await site.admin.get(`/api/assets/${data.assetid}`)).data.serialnumber).toBe('SN-5');
  const wrong = await report({ assetnumber: 'C-6', ipaddress: '10.8' });
  expect([wrong.status, wrong.data.ignored]).toEqual([200, { ipaddress: 1 }]);
});

test('two machines with one serial number are listed as possible duplicates', async () => {
  await report({ assetnumber: 'C-7', serialnumber: 'SN-7' });
  await report({ assetnumber: 'C-8', serialnumber: 'SN-7' });
  const { data } = await site.admin.get('/api/assets/collisions');
  expect(data.flatMap((one: { assets: { assetnumber: string }[] }) => numbers(one.assets))).toEqual([
    'C-7',
    'C-8',
  ]);
});

test('the dashboard counts and links machines without a location', async () => {
  const { data } = await site.admin.get('/api/dashboard/summary');
  const rule = data.attention.find((one: { key: string }) => one.key === 'machineswithoutplace');
  expect(rule.href).toBe('/machines?withoutplace=true&inuse=true');
  expect(rule.count).toBe(
    (await site.admin.get('/api/machines?withoutplace=true&inuse=true&per_page=1')).meta.pagination.total,
  );
});

test('the reports count machines by type and list those without a PC', async () => {
  const { assetnumber } = await machine({ controllerversion: 'lonely' });
  const alone = await site.anonymous.get('/api/reports/machines-without-pc');
  expect(numbers(alone.data.rows)).toContain(assetnumber);
  const counts = await site.anonymous.get('/api/reports/machines-by-type');
  expect(Object.keys(counts.data.rows[0])).toEqual(['machinetype', 'controllertype', 'machines', 'dualpath']);
});

test('the collector counts an invalid address once for its record', async () => {
  const { status, data } = await report({
    records: [{ assetnumber: 'AD-1' }, { assetnumber: 'AD-2', name: 'Press', ipaddress: 'nonsense' }],
  });
  expect([status, data.created, data.ignored]).toEqual([200, 2, [{}, { ipaddress: 1 }]]);
  const machine = await site.admin.get(`/api/machines/by-asset/${data.assetid}`);
  expect(machine.data).toMatchObject({ assetnumber: 'AD-2', name: 'Press', ipaddress: null });
});
