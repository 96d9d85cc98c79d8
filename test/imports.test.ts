import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from './support/client.ts';
import { importFile, reasonsOf, rowOutcomesOf } from './support/imports.ts';
import { type Site, startSite } from './support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

interface Options {
  mapping?: object;
  dryrun?: boolean;
  skiperrors?: boolean;
  by?: Client;
}

/** Imports a CSV file. It is not a dry run by default. */
function send(
  target: string,
  csv: string | Uint8Array,
  { by = site.admin, dryrun = false, ...options }: Options = {},
) {
  return importFile(by, target, csv, {
    dryrun: String(dryrun),
    ...(options.mapping && { mapping: JSON.stringify(options.mapping) }),
    ...(options.skiperrors && { skiperrors: 'true' }),
  });
}

const byNumber = async (assetnumber: string) =>
  (await site.anonymous.get(`/api/assets?active=false&search=${encodeURIComponent(assetnumber)}`)).data.find(
    (row: { assetnumber: string }) => row.assetnumber === assetnumber,
  );

/** Returns all rows of the tables of the register, for a comparison before and after. */
const dump = () =>
  site.app.host.db.read((reader) =>
    JSON.stringify(
      [
        'vendors',
        'locations',
        'models',
        'assets',
        'computers',
        'communications',
        'searchdocs',
        'searchkeys',
      ].map((table) => reader.all(`SELECT * FROM ${table} ORDER BY 1`)),
    ),
  );

/** Removes time stamps, because a reverted row gets a newer one. */
const removeStamps = (rows: string) => rows.replaceAll(/"modifieddate":"[^"]*"/g, '');

test('a dry run is the default, returns the outcome of each row and changes nothing', async () => {
  await site.admin.post('/api/vendors', { vendor: 'Siemens', description: 'old' });
  const before = dump();
  const form = new FormData();
  form.set('file', new File(['Vendor,Description\nsiemens,new\nFanuc,drives\n,nothing\n'], 'v.csv'));
  form.set('target', 'vendors');
  const answer = await site.admin.upload('/api/imports', form);
  expect(answer.status).toBe(201);
  expect(answer.data).toMatchObject({
    dryrun: true,
    counts: { add: 1, update: 1, skip: 0, error: 1 },
    mapping: { Vendor: 'vendor', Description: 'description' },
  });
  expect(answer.data.rows).toMatchObject([
    {
      row: 1,
      line: 2,
      outcome: 'update',
      changes: { description: ['old', 'new'] },
    },
    { row: 2, line: 3, outcome: 'add', reason: null, changes: { vendor: [null, 'Fanuc'] } },
    { row: 3, line: 4, outcome: 'error', reason: expect.stringContaining('required'), changes: {} },
  ]);
  expect(dump()).toBe(before);
  expect((await site.admin.get(`/api/imports/${answer.data.importid}`)).data).toEqual(answer.data);
});

test('a commit writes the rows of the dry run as one audit row, and its repetition changes nothing', async () => {
  const csv = 'vendor,website\nHermle,https://hermle.example\nDMG,\n';
  const dry = await send('vendors', csv, { dryrun: true });
  const done = await send('vendors', csv);
  expect(rowOutcomesOf(done)).toEqual(rowOutcomesOf(dry));
  expect(done.data.rows).toEqual(dry.data.rows);
  const audits = (await site.admin.get('/api/auditlogs?action=imports.import.committed')).data;
  expect(audits[0]).toMatchObject({
    entitytype: 'import',
    entityid: done.data.importid,
    details: { target: 'vendors', counts: { add: 2 } },
    undoable: true,
  });
  expect(rowOutcomesOf(await send('vendors', csv))).toEqual(['skip', 'skip']);
});

test('an invalid row stops a commit, and skiperrors skips the row', async () => {
  const csv = 'location,levelid\nHall A,\nHall B,No such level\nHall C,\n';
  const before = dump();
  const stopped = await send('locations', csv);
  expect([stopped.status, stopped.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect(stopped.error.details).toMatchObject({
    counts: { add: 2, error: 1 },
    issues: [{ path: 'row 2', message: expect.stringContaining('"No such level"') }],
  });
  expect(dump()).toBe(before);
  const done = await send('locations', csv, { skiperrors: true });
  expect(rowOutcomesOf(done)).toEqual(['add', 'error', 'add']);
  const names = (await site.anonymous.get('/api/locations?search=Hall')).data.map(
    (row: { location: string }) => row.location,
  );
  expect(names).toEqual(['Hall A', 'Hall C']);
});

test('a row may refer to an earlier row of its file in a dry run and a commit', async () => {
  const csv = 'location,within\nPlant 2,\nPlant 2 cell 1,plant 2\nCell 9,Nowhere\n';
  const dry = await send('locations', csv, { dryrun: true });
  expect(rowOutcomesOf(dry)).toEqual(['add', 'add', 'error']);
  expect(dry.data.rows[1].changes).toMatchObject({
    location: [null, 'Plant 2 cell 1'],
    parentlocation: [null, 'plant 2'],
  });
  const done = await send('locations', csv, { skiperrors: true });
  expect(done.data.rows[1].changes).toMatchObject({ parentlocation: [null, 'Plant 2'] });
});

test('an export of Snipe-IT is imported by the names of its columns', async () => {
  await site.admin.post('/api/locations', { location: 'Front desk' });
  await site.admin.post('/api/models', { modelnumber: 'OptiPlex 7090' });
  const dell = (await site.admin.post('/api/vendors', { vendor: 'Dell' })).data.vendorid;
  await site.admin.post('/api/models', { modelnumber: 'OptiPlex 7090', vendorid: dell });
  const csv = `Asset Tag,Item Name,Serial,Model Name,Model No.,Manufacturer,Category,Location,Status,Notes,Purchase Cost
SN-1,Reception,ABC123,Desktop,OptiPlex 7090,Dell,Phone,Front desk,In stock,from the old list,12
SN-2,Lab,ABC124,Desktop,OptiPlex 7090,Acme Labs,Phone,Front desk,In stock,,12
SN-3,Lab,ABC125,Desktop,OptiPlex 7090,,Phone,Front desk,In stock,,12
`;
  const done = await send('assets', csv, { skiperrors: true });
  expect(done.data.mapping).toMatchObject({
    'Asset Tag': 'assetnumber',
    Category: 'assettypeid',
    'Purchase Cost': 'purchasecost',
  });
  expect(rowOutcomesOf(done)).toEqual(['add', 'error', 'error']);
  expect(reasonsOf(done).slice(1)).toEqual([
    expect.stringContaining('There is no vendor "Acme Labs"'),
    expect.stringContaining('more than one'),
  ]);
  expect(await byNumber('SN-1')).toMatchObject({
    name: 'Reception',
    serialnumber: 'ABC123',
    assettype: 'Phone',
    vendor: 'Dell',
    modelnumber: 'OptiPlex 7090',
    location: 'Front desk',
    status: 'In stock',
    notes: 'from the old list',
  });
});

test('an import recognizes earlier titles of fields', async () => {
  expect(rowOutcomesOf(await send('assets/relationshiptypes', 'Relationship\nfeeds\n'))).toEqual(['add']);
  const types = (await site.admin.get('/api/assets/relationshiptypes?search=feeds')).data;
  expect(types).toMatchObject([{ relationshiptype: 'feeds' }]);
  expect(rowOutcomesOf(await send('notifications', 'Text,Alert on PCs\nFire drill,yes\n'))).toEqual(['add']);
  const [notice] = (await site.admin.get('/api/notifications?search=Fire%20drill')).data;
  expect(notice).toMatchObject({ notification: 'Fire drill', alertfleet: true });
  expect(rowOutcomesOf(await send('dashboarddefaults', 'IP address,Shows\n10.9.8.7,lobby\n'))).toEqual([
    'add',
  ]);
  const [display] = (await site.admin.get('/api/dashboarddefaults?search=10.9.8.7')).data;
  expect(display).toMatchObject({ ipaddress: '10.9.8.7', displayrole: 'Lobby' });
  expect(rowOutcomesOf(await send('customfields', 'Field name,Kind\nweight,Number\n'))).toEqual(['add']);
  const [field] = (await site.admin.get('/api/customfields?search=weight')).data;
  expect(field).toMatchObject({ fieldname: 'weight', fieldtype: 'number' });
});

test('a mapping assigns columns to fields, and references by ID or name', async () => {
  const yard = (await site.admin.post('/api/locations', { location: 'Yard C' })).data.locationid;
  const csv = `Nr;Ort;Platz;Kosten\nMAP-1;;${yard};5\nMAP-2;yard c;;6\n`;
  const done = await send('Phone', csv, {
    mapping: { Nr: 'assetnumber', Ort: 'Location', Kosten: null },
  });
  expect(rowOutcomesOf(done)).toEqual(['add', 'add']);
  const byId = { mapping: { Nr: 'assetnumber', Platz: 'locationid' } };
  expect(rowOutcomesOf(await send('Phone', csv, byId))).toEqual(['update', 'skip']);
  for (const number of ['MAP-1', 'MAP-2'])
    expect(await byNumber(number)).toMatchObject({ location: 'Yard C', assettype: 'Phone' });
  const findRefusedField = async (mapping: object) =>
    (await send('Phone', csv, { mapping })).error?.details.issues[0].path;
  expect(await findRefusedField({ Nr: 'assetnumber', Ort: 'nosuchfield' })).toBe('mapping.Ort');
  expect(await findRefusedField({ Nummer: 'assetnumber' })).toBe('mapping.Nummer');
  expect(await findRefusedField({ Nr: 'assetnumber', Ort: 'assetnumber' })).toBe('mapping.Ort');
  expect(await findRefusedField({ Ort: 'location' })).toBe('mapping');
  const { statusid } = (await site.anonymous.get('/api/assets/statuses?search=In%20stock')).data[0];
  const bothColumns = `assetnumber,statusid,status\nMAP-1,${statusid},In stock\n`;
  const reply = await send('Phone', bothColumns, {
    mapping: { assetnumber: 'assetnumber', statusid: 'status', status: 'status' },
  });
  expect(reply.data.rows[0].changes).toMatchObject({ status: ['In use', 'In stock'] });
  expect(await findRefusedField({ Nr: 5 })).toBe('mapping.Nr');
  expect(await findRefusedField([1])).toBe('mapping');
});

test('an import of a type that a plugin extends writes its own fields and those of the asset', async () => {
  const csv =
    'Asset number,Host name,IP address,Computer type,Logged-in user\nIMP-PC1,imp-pc1,10.20.0.1,,anna\nIMP-PC2,imp-pc2,nonsense,,\n';
  const done = await send('computer', csv, { skiperrors: true });
  expect(rowOutcomesOf(done)).toEqual(['add', 'error']);
  const found = (await site.anonymous.get('/api/computers?search=imp-pc1')).data[0];
  expect(found).toMatchObject({ assetnumber: 'IMP-PC1', ipaddress: '10.20.0.1', loggedinuser: 'anna' });
  const again = await send('computers', 'hostname,notes\nIMP-PC1,by host name\n');
  expect([rowOutcomesOf(again), again.data.rows[0].changes]).toEqual([
    ['update'],
    { notes: [null, 'by host name'] },
  ]);
  expect(rowOutcomesOf(await send('computers', csv, { dryrun: true }))).toEqual(['skip', 'error']);
  const wrongType = await send('Phone', 'assetnumber,name\nIMP-PC1,x\n', { dryrun: true });
  expect(reasonsOf(wrongType)).toEqual([expect.stringContaining('another asset type')]);
});

test('a second row for the same record is an error in any letter case', async () => {
  const done = await send(
    'computers',
    'assetnumber,hostname\nTWIN-1,twin-a\ntwin-1,twin-b\nTWIN-3,TWIN-A\n',
    { dryrun: true },
  );
  expect(rowOutcomesOf(done)).toEqual(['add', 'error', 'error']);
  expect(reasonsOf(done)[1]).toContain('Line 2');
});

test('the import of a CSV export of a list changes nothing', async () => {
  for (const path of ['assets', 'computers', 'vendors', 'locations', 'models']) {
    await site.admin.post('/api/vendors', { vendor: `=1+1 ${path}`, description: '+49 89 1' });
    const csv = (await site.admin.get(`/api/${path}?format=csv`)).text;
    const done = await send(path, csv, { dryrun: true });
    expect([path, done.data?.counts]).toEqual([
      path,
      { add: 0, update: 0, skip: csv.trim().split('\r\n').length - 1, error: 0 },
    ]);
  }
});

test('an import is undone as a whole, and only while its records are unchanged', async () => {
  await site.admin.post('/api/vendors', { vendor: 'Undo Old', description: 'before' });
  const before = removeStamps(dump());
  const done = await send('vendors', 'vendor,description\nUndo Old,after\nUndo New,x\n');
  const undone = await site.admin.post(`/api/imports/${done.data.importid}/undo`);
  expect(undone.data).toMatchObject({ isundone: true, reversed: 2, counts: { add: 1, update: 1 } });
  expect(removeStamps(dump())).toBe(before);
  expect((await site.admin.post(`/api/imports/${done.data.importid}/undo`)).status).toBe(409);
  const second = await send('vendors', 'vendor,description\nUndo Old,again\nUndo Two,x\n');
  const changed = (await site.anonymous.get('/api/vendors?search=Undo%20Two')).data[0];
  await site.admin.put(`/api/vendors/${changed.vendorid}`, { description: 'by hand' });
  const refused = await site.admin.post(`/api/imports/${second.data.importid}/undo`);
  expect([refused.status, refused.error.details.changed]).toEqual([
    409,
    [{ table: 'vendors', id: changed.vendorid }],
  ]);
  expect((await site.admin.get(`/api/imports/${second.data.importid}`)).data.isundone).toBe(false);
});

test('the undo of an import removes its assets and all their rows', async () => {
  const before = dump();
  const done = await send(
    'computers',
    'assetnumber,hostname,ipaddress\nGONE-1,gone-1,10.77.0.1\nGONE-2,gone-2,\n',
  );
  expect(rowOutcomesOf(done)).toEqual(['add', 'add']);
  const undone = await site.admin.post(`/api/imports/${done.data.importid}/undo`);
  expect([undone.status, undone.data.isundone]).toEqual([200, true]);
  expect(dump()).toBe(before);
});

test('the undo of a dry run returns 409, and an unknown import returns 404', async () => {
  const dry = await send('vendors', 'vendor\nSomebody\n', { dryrun: true });
  expect((await site.admin.post(`/api/imports/${dry.data.importid}/undo`)).status).toBe(409);
  expect((await site.admin.post('/api/imports/999999/undo')).status).toBe(404);
  expect((await site.admin.get('/api/imports/999999')).status).toBe(404);
});

test('an import requires the rights to create and to change in its target', async () => {
  const half = await site.userWith('assets.create');
  const whole = await site.userWith('assets.create', 'assets.edit');
  expect((await send('computers', 'assetnumber,hostname\nRIGHTS-1,rights-1\n')).status).toBe(201);
  const csv = 'vendor\nRights\n';
  expect((await send('vendors', csv, { by: site.anonymous })).status).toBe(401);
  expect((await send('vendors', csv, { by: half })).status).toBe(403);
  expect((await send('vendors', 'no csv', { by: half, mapping: { x: 'y' } })).status).toBe(403);
  expect((await half.get('/api/imports')).status).toBe(403);
  expect((await send('computers', 'assetnumber\nX\n', { by: whole })).status).toBe(403);
  expect((await send('dashboarddefaults', 'fqdn\nx.example\n', { by: whole })).status).toBe(403);
  expect((await send('kioskdevices', 'cabinetname\nx\n')).status).toBe(400);
  const done = await send('vendors', csv, { by: whole });
  expect(done.status).toBe(201);
  expect(
    (await whole.get('/api/imports')).data.map((row: { register: string }) => row.register),
  ).not.toContain('computers');
  const computers = (await site.admin.get('/api/imports?per_page=100')).data.find(
    (row: { register: string }) => row.register === 'computers',
  );
  for (const answer of [
    await whole.get(`/api/imports/${computers.importid}`),
    await whole.post(`/api/imports/${computers.importid}/undo`),
  ])
    expect(answer.status).toBe(403);
  expect((await whole.post(`/api/imports/${done.data.importid}/undo`)).status).toBe(200);
});

test.each([
  ['no CSV header', '', 'file'],
  ['an invalid target', 'vendor\nx\n', 'target'],
  ['bytes of no encoding', new Uint8Array([0x76, 0xe4, 0x81, 0x0a, 0x41]), 'file'],
  ['a workbook', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00]), 'file'],
  ['a quote that never closes', 'vendor\n"open\nx\ny\n', 'file'],
  ['no known column', 'foo,bar\n1,2\n', 'mapping'],
  ['one header twice', 'vendor,Vendor \na,b\n', 'file'],
  ['20,001 rows', `vendor\n${'x\n'.repeat(20_001)}`, 'file'],
])('an import is refused with its field: %s', async (what, csv, path) => {
  const answer = await send(what.includes('target') ? 'nothing' : 'vendors', csv);
  expect([answer.status, answer.error.details.issues[0].path]).toEqual([400, path]);
});

test('invalid rows are errors, and the rows around them are imported', async () => {
  const csv = [
    '\ufeffvendor;description',
    'Plain;ok',
    'Short',
    'Long;a;b',
    'NUL\u0000byte;x',
    `${'x'.repeat(300)};x`,
    ';no name',
    '=HYPERLINK("http://evil");=1+1',
    '"Quoted ; ""name""";"two\nlines"',
    ' ; ',
    'Trailing;x;;',
  ].join('\r\n');
  const done = await send('vendors', csv, { skiperrors: true });
  expect(rowOutcomesOf(done)).toEqual([
    'add',
    'error',
    'error',
    'error',
    'error',
    'error',
    'add',
    'add',
    'add',
  ]);
  const found = (await site.anonymous.get('/api/vendors?search=HYPERLINK')).data[0];
  expect(found).toMatchObject({ vendor: '=HYPERLINK("http://evil")', description: '=1+1' });
  expect((await site.anonymous.get('/api/vendors?search=Quoted')).data[0].description).toBe('two\nlines');
});

test('a cell of 10 MB is an error of its row, and a body above 16 MiB returns 413', async () => {
  const done = await send('vendors', `vendor\n${'x'.repeat(10_000_000)}\nBeside the large one\n`, {
    dryrun: true,
  });
  expect(rowOutcomesOf(done)).toEqual(['error', 'add']);
  expect(done.text.length).toBeLessThan(2000);
  const large = await send('vendors', `vendor\n${'x'.repeat(17 * 1024 * 1024)}\n`);
  expect([large.status, large.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});

test('the import returns 400 when the body is not an upload or lacks parts', async () => {
  expect((await site.admin.post('/api/imports', { target: 'vendors' })).status).toBe(400);
  const broken = site.admin.with({ 'content-type': 'multipart/form-data; boundary=x' });
  expect((await broken.raw('POST', '/api/imports', 'nonsense')).status).toBe(400);
  const form = new FormData();
  form.set('target', 'vendors');
  expect((await site.admin.upload('/api/imports', form)).error.details.issues[0].path).toBe('file');
  form.set('dryrun', 'perhaps');
  expect((await site.admin.upload('/api/imports', form)).error.details.issues[0].path).toBe('dryrun');
});
