import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../../../test/support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

let made = 0;
const newPrinter = async (body: object = {}) =>
  (await site.admin.post('/api/printers', { assetnumber: `PR-${++made}`, ...body })).data;
const newModel = async (modelnumber: string): Promise<number> =>
  (await site.admin.post('/api/models', { modelnumber })).data.modelnumberid;

test('the server creates a printer with its own fields and requires a unique asset number', async () => {
  const type = (await site.anonymous.get('/api/printers/types?search=laser')).data[0];
  const printer = await newPrinter({
    name: 'Hall 3',
    printertypeid: type.printertypeid,
    hostname: 'prn-hall3',
    windowsname: 'Hall3',
    sharename: 'HALL3',
    iscsf: true,
    installpath: '\\\\print\\hall3',
    iscolor: true,
    isduplex: true,
    ipaddress: '10.7.0.3',
  });
  expect(printer).toMatchObject({
    printertype: 'Laser',
    hostname: 'prn-hall3',
    iscsf: true,
    iscolor: true,
    isnetwork: true,
    ipaddress: '10.7.0.3',
    assettype: 'Printer',
  });
  const missing = await site.admin.post('/api/printers', { hostname: 'x' });
  expect([missing.status, missing.error.details.issues[0].path]).toEqual([400, 'assetnumber']);
  const twin = await site.admin.post('/api/printers', { assetnumber: printer.assetnumber });
  expect([twin.status, twin.error.details.field]).toEqual([409, 'assetnumber']);
  const removed = await site.admin.delete(`/api/printers/${printer.printerid}`);
  expect(removed.data).toEqual({ deleted: printer.printerid });
  expect((await site.anonymous.get(`/api/printers/${printer.printerid}`)).data.isactive).toBe(false);
});

test('the list filters by vendor, asset number and search, and sorts by three columns', async () => {
  const vendor = (await site.admin.post('/api/vendors', { vendor: 'Papyra' })).data.vendorid;
  const one = await newPrinter({ hostname: 'zz-last', vendorid: vendor, name: 'Alpha' });
  for (const query of [
    `vendorid=${vendor}`,
    `vendor_id=${vendor}`,
    `assetnumber=${one.assetnumber}`,
    'search=zz-la',
  ]) {
    const rows = (await site.anonymous.get(`/api/printers?${query}`)).data;
    expect([query, rows.map((row: { printerid: number }) => row.printerid)]).toEqual([
      query,
      [one.printerid],
    ]);
  }
  for (const sort of ['hostname', 'assetnumber', 'name'])
    expect((await site.anonymous.get(`/api/printers?sort=${sort}&dir=desc`)).status).toBe(200);
  expect((await site.anonymous.get('/api/printers?sort=pin')).status).toBe(400);
});

test('creating a type reactivates a retired one and returns 409 for an active one', async () => {
  const first = (await site.admin.post('/api/printers/types', { printertype: 'Plotter' })).data;
  expect((await site.admin.post('/api/printers/types', { printertype: 'plotter' })).error.code).toBe(
    'CONFLICT',
  );
  await site.admin.put(`/api/printers/types/${first.printertypeid}`, { isactive: false });
  expect((await site.anonymous.get('/api/printers/types?search=printertype:plotter')).data).toEqual([]);
  const again = await site.admin.post('/api/printers/types', { printertype: 'Plotter', description: 'Wide' });
  expect([again.status, again.data.printertypeid, again.data.isactive, again.data.description]).toEqual([
    201,
    first.printertypeid,
    true,
    'Wide',
  ]);
  expect((await site.anonymous.get('/api/printers/types?search=printertype:plotter')).data).toHaveLength(1);
});

test('deleting a type returns 409 IN_USE with the references when a printer uses it', async () => {
  const type = (await site.admin.post('/api/printers/types', { printertype: 'Needle' })).data;
  const printer = await newPrinter({ printertypeid: type.printertypeid });
  const reply = await site.admin.delete(`/api/printers/types/${type.printertypeid}`);
  expect([reply.status, reply.error.code, reply.error.details.references]).toEqual([
    409,
    'IN_USE',
    { printers: 1 },
  ]);
  await site.admin.put(`/api/printers/${printer.printerid}`, { printertypeid: null });
  expect((await site.admin.delete(`/api/printers/types/${type.printertypeid}`)).status).toBe(200);
  const clash = (await site.admin.post('/api/printers/types', { printertype: 'Daisy' })).data;
  const renamed = await site.admin.put(`/api/printers/types/${clash.printertypeid}`, {
    printertype: 'LASER',
  });
  expect(renamed.error.code).toBe('CONFLICT');
});

test('the driver list has no pages and is active by default, and a driver needs name and location', async () => {
  const model = await newModel('M-1');
  const body = {
    name: 'Papyra Universal PCL6',
    location: '\\\\files\\drivers\\papyra',
    modelnumberid: model,
  };
  const driver = (await site.admin.post('/api/printers/drivers', body)).data;
  await site.admin.post('/api/printers/drivers', { ...body, name: 'Old', isactive: false });
  const list = await site.anonymous.get('/api/printers/drivers');
  expect(list.data.map((one: { name: string }) => one.name)).toEqual(['Papyra Universal PCL6']);
  expect(list.meta.pagination).toBeUndefined();
  expect((await site.anonymous.get('/api/printers/drivers?active=false')).data).toHaveLength(2);
  for (const lacking of [{ name: 'x' }, { location: 'y' }])
    expect((await site.admin.post('/api/printers/drivers', lacking)).status).toBe(400);
  const printer = await newPrinter({ modelnumberid: model, ipaddress: '10.7.0.9' });
  const details = (await site.anonymous.get(`/api/printers/by-asset/${printer.assetid}`)).data;
  expect(details.drivers).toEqual([
    {
      driverid: driver.driverid,
      name: body.name,
      location: body.location,
      description: null,
    },
  ]);
  expect(details.communications[0]).toMatchObject({ commtype: 'ip', address: '10.7.0.9', isprimary: true });
});

test('a part exists once per model, and its enumerations match /supplies/meta', async () => {
  const model = await newModel('M-2');
  const path = `/api/printers/models/${model}/supplies`;
  const part = await site.admin.post(path, { partnumber: 'CF226X' });
  expect([part.status, part.data.supplytype, part.data.color, part.data.capacitytier]).toEqual([
    201,
    'toner',
    'none',
    'standard',
  ]);
  const again = await site.admin.post(path, { partnumber: 'cf226x' });
  expect([again.status, again.error.details.field]).toEqual([409, 'partnumber']);
  const other = await newModel('M-3');
  const elsewhere = await site.admin.post(`/api/printers/models/${other}/supplies`, { partnumber: 'CF226X' });
  expect(elsewhere.status).toBe(201);
  const meta = (await site.anonymous.get('/api/printers/supplies/meta')).data;
  expect(meta.supplytype).toEqual([
    'toner',
    'ink',
    'drum',
    'waste',
    'fuser',
    'transferbelt',
    'maintenancekit',
    'staples',
    'label',
  ]);
  expect([meta.color, meta.capacitytier]).toEqual([
    ['none', 'black', 'cyan', 'magenta', 'yellow'],
    ['standard', 'high', 'extrahigh'],
  ]);
  for (const [field, value] of [
    ['supplytype', 'coffee'],
    ['color', 'pink'],
    ['capacitytier', 'huge'],
  ]) {
    const wrong = await site.admin.put(`/api/printers/supplies/${part.data.modelsupplyid}`, {
      [field!]: value,
    });
    expect([wrong.status, wrong.error.details.issues[0].path]).toEqual([400, field]);
  }
  const second = (await site.admin.post(path, { partnumber: 'DR-1', supplytype: 'drum' })).data;
  const clash = await site.admin.put(`/api/printers/supplies/${second.modelsupplyid}`, {
    partnumber: 'CF226X',
  });
  expect(clash.status).toBe(409);
  const listed = (await site.anonymous.get(path)).data;
  expect(listed.map((one: { partnumber: string }) => one.partnumber)).toEqual(['DR-1', 'CF226X']);
  expect((await site.admin.delete(`/api/printers/supplies/${second.modelsupplyid}`)).data).toEqual({
    deleted: second.modelsupplyid,
  });
  expect((await site.admin.post('/api/printers/models/9999/supplies', { partnumber: 'x' })).status).toBe(404);
  expect((await site.anonymous.get('/api/printers/models/9999/supplies')).status).toBe(404);
});

test('the model list contains parts, and withsupplies omits models without parts', async () => {
  for (const modelnumber of ['LISTED-1', 'LISTED-2', 'LISTED-3']) {
    const model = await newModel(modelnumber);
    await newPrinter({ modelnumberid: model });
    if (modelnumber === 'LISTED-1') continue;
    await site.admin.post(`/api/printers/models/${model}/supplies`, { partnumber: 'CF226X' });
  }
  const all = await site.anonymous.get('/api/printers/models?search=LISTED-');
  expect(all.data.map((one: { modelnumber: string }) => one.modelnumber)).toEqual([
    'LISTED-1',
    'LISTED-2',
    'LISTED-3',
  ]);
  expect(all.meta.pagination.total).toBe(3);
  const mapped = (await site.anonymous.get('/api/printers/models?withsupplies=true&search=LISTED-')).data;
  expect(mapped.map((one: { supplycount: number }) => one.supplycount)).toEqual([1, 1]);
  expect(mapped[0].supplies[0].partnumber).toBe('CF226X');
  expect((await site.anonymous.get('/api/printers/models?vendorid=1&per_page=1')).status).toBe(200);
});

test('the lookup finds a printer by address, full host name and short host name', async () => {
  const full = await newPrinter({ hostname: 'prn-7.plant.example', ipaddress: '10.7.1.7' });
  const short = await newPrinter({ hostname: 'prn-8', ipaddress: '10.7.1.8' });
  const at = async (query: string) => {
    const answer = await site.anonymous.get(`/api/printers/lookup?${query}`);
    return answer.data?.printerid ?? answer.status;
  };
  expect(await at('ip=10.7.1.7')).toBe(full.printerid);
  expect(await at('fqdn=PRN-7.plant.example')).toBe(full.printerid);
  expect(await at('fqdn=prn-8.plant.example')).toBe(short.printerid);
  expect(await at('fqdn=prn-8')).toBe(short.printerid);
  expect(await at('ip=10.7.9.9')).toBe(404);
  expect(await at('')).toBe(400);
  await site.admin.delete(`/api/printers/${short.printerid}`);
  expect(await at('ip=10.7.1.8')).toBe(404);
});

test('the dashboard summary counts total, local and color printers', async () => {
  const before = (await site.anonymous.get('/api/printers/dashboard/summary')).data;
  await newPrinter({ iscolor: true, isnetwork: false });
  const after = (await site.anonymous.get('/api/printers/dashboard/summary')).data;
  expect([after.total - before.total, after.local - before.local, after.color - before.color]).toEqual([
    1, 1, 1,
  ]);
});
