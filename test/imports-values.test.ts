import { afterAll, beforeAll, expect, test } from 'bun:test';
import { importFile, reasonsOf, rowOutcomesOf } from './support/imports.ts';
import { type Site, startSite } from './support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const json = (value: unknown) => JSON.stringify(value);
const send = (target: string, csv: string, fields: Record<string, string> = {}, by = site.admin) =>
  importFile(by, target, csv, fields);
const commit = (target: string, csv: string, fields: Record<string, string> = {}, by = site.admin) =>
  send(target, csv, { dryrun: 'false', ...fields }, by);
const vendor = async (name: string) =>
  (await site.admin.get(`/api/vendors?search=${encodeURIComponent(name)}`)).data.find(
    (row: { vendor: string }) => row.vendor === name,
  );
const asset = async (number: string) =>
  (await site.admin.get(`/api/assets?search=${number}`)).data.find(
    (row: { assetnumber: string }) => row.assetnumber === number,
  );

test('a dry run lists each unknown value once with its rows and similar records', async () => {
  const { vendorid: id } = (await site.admin.post('/api/vendors', { vendor: 'Heidenhain' })).data;
  const csv = 'assetnumber,Type,Manufacturer,Place\nUV-1,Phone,Heidenhein,Nowhere\nUV-2,Phone,HEIDENHEIN,\n';
  const dry = await send('assets', csv, { mapping: json(mappingOf('Place', 'location')) });
  expect(rowOutcomesOf(dry)).toEqual(['error', 'error']);
  expect(dry.data.unknownvalues).toEqual([
    {
      column: 'Manufacturer',
      field: 'vendorid',
      value: 'Heidenhein',
      rows: 2,
      suggestions: [{ id, name: 'Heidenhain' }],
    },
    { column: 'Place', field: 'locationid', value: 'Nowhere', rows: 1, suggestions: [] },
  ]);
  expect([dry.data.unknowntotal, dry.data.created]).toEqual([2, {}]);
  const columns = dry.data.rows[0].errors.map((error: { column: string }) => error.column);
  expect(columns.sort()).toEqual(['Manufacturer', 'Place']);
  expect((await site.admin.get(`/api/imports/${dry.data.importid}`)).data).toEqual(dry.data);
});

const mappingOf = (header: string, field: string) => ({
  assetnumber: 'assetnumber',
  Type: 'assettype',
  Manufacturer: 'vendor',
  [header]: field,
});

test.each([
  ['Zimmrmann', 'Zimmermann KG'],
  ['ZIMMERMANN-KG', 'Zimmermann KG'],
  ['Gebr. Zimmermann KG', 'Zimmermann KG'],
  ['Zimmermann GmbH', 'Zimmermann KG'],
  ['Zahoransky', undefined],
])('the vendor %s suggests %s', async (value, name) => {
  if (!(await vendor('Zimmermann KG'))) await site.admin.post('/api/vendors', { vendor: 'Zimmermann KG' });
  const dry = await send('assets', `assetnumber,Category,Manufacturer\nSU-1,Phone,${value}\n`);
  const [unknown] = dry.data.unknownvalues;
  expect(unknown.suggestions[0]?.name).toBe(name);
});

test('an import creates unknown records, counts and audits them, and its undo removes them', async () => {
  const csv =
    'assetnumber,Category,Manufacturer,Model No.\nCR-1,Phone,Cr Acme,X1\nCR-2,Phone,cr acme,X1\nCR-3,Phone,Cr Other,X1\n';
  const fields = { unknown: json({ Manufacturer: 'create', 'Model No.': 'create' }) };
  const dry = await send('assets', csv, fields);
  expect([rowOutcomesOf(dry), dry.data.created]).toEqual([['add', 'add', 'add'], { vendors: 2, models: 2 }]);
  expect(await vendor('Cr Acme')).toBeUndefined();
  const done = await commit('assets', csv, fields);
  expect([done.status, done.data.created]).toEqual([201, { vendors: 2, models: 2 }]);
  expect(await asset('CR-2')).toMatchObject({ vendor: 'Cr Acme', modelnumber: 'X1' });
  const models = (await site.admin.get('/api/models?search=X1')).data;
  expect(models.map((model: { vendor: string }) => model.vendor).sort()).toEqual(['Cr Acme', 'Cr Other']);
  const [audit] = (await site.admin.get('/api/auditlogs?action=imports.import.committed')).data;
  expect(audit.details).toMatchObject({ created: { vendors: 2, models: 2 } });
  expect((await site.admin.post(`/api/imports/${done.data.importid}/undo`)).status).toBe(200);
  const [undo] = (await site.admin.get('/api/auditlogs?action=audit.change.undone')).data;
  const { data: changes } = await site.admin.get(`/api/auditlogs/${undo.auditlogid}/changes`);
  const deleted = changes.find((change: { name: string }) => change.name === 'CR-2');
  expect(deleted.fields).toContainEqual(
    expect.objectContaining({ field: 'vendorid', title: 'Vendor', oldtext: 'Cr Acme', newtext: null }),
  );
  expect([await vendor('Cr Acme'), await vendor('Cr Other'), await asset('CR-1')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('the undo of an import leaves created records that are used since, and names them', async () => {
  const done = await commit(
    'assets',
    'assetnumber,Category,Manufacturer\nUS-1,Phone,Us Used\nUS-2,Phone,Us Free\n',
    {
      unknown: json({ Manufacturer: 'create' }),
    },
  );
  const { vendorid } = await vendor('Us Used');
  await site.admin.post('/api/models', { modelnumber: 'Us model', vendorid });
  const undone = await site.admin.post(`/api/imports/${done.data.importid}/undo`);
  expect([undone.status, undone.data.isundone]).toEqual([200, true]);
  expect(undone.data.left).toEqual([{ register: 'vendors', id: vendorid, name: 'Us Used' }]);
  expect([await asset('US-1'), await vendor('Us Free')]).toEqual([undefined, undefined]);
  expect((await vendor('Us Used')).vendorid).toBe(vendorid);
});

test('single values become existing records, stay empty, or skip their rows', async () => {
  const { vendorid } = (await site.admin.post('/api/vendors', { vendor: 'Siemens AG' })).data;
  const csv =
    'assetnumber,Category,Manufacturer\nSV-1,Phone,Simens\nSV-2,Phone,various\nSV-3,Phone,old\nSV-4,Phone,Sv New\nSV-5,Phone,SIMENS\n';
  const values = { Simens: vendorid, various: 'empty', old: 'skip', 'Sv New': 'create' };
  const done = await commit('assets', csv, { values: json({ manufacturer: values }) });
  expect(rowOutcomesOf(done)).toEqual(['add', 'add', 'skip', 'add', 'add']);
  expect(reasonsOf(done)[2]).toContain('"old"');
  expect([done.data.counts.skip, done.data.created]).toEqual([1, { vendors: 1 }]);
  expect(await asset('SV-1')).toMatchObject({ vendorid });
  expect(await asset('SV-2')).toMatchObject({ vendorid: null });
  expect(await asset('SV-3')).toBeUndefined();
  expect(await asset('SV-4')).toMatchObject({ vendor: 'Sv New' });
  expect(await asset('SV-5')).toMatchObject({ vendorid });
});

test('a dry run offers the choices of the last import of a file with the same headers', async () => {
  const { vendorid } = (await site.admin.post('/api/vendors', { vendor: 'Pv Kept' })).data;
  const gone = (await site.admin.post('/api/vendors', { vendor: 'Pv Gone' })).data.vendorid;
  const fields = {
    mapping: json({ Nr: 'assetnumber', Kind: 'assettype', Maker: 'vendor', Rest: null }),
    unknown: json({ Maker: 'create' }),
    values: json({ Maker: { kept: vendorid, gone, none: 'empty' } }),
    date_order: 'dmy',
  };
  const file = (number: string) => `Nr,Kind,Maker,Rest\n${number},Phone,kept,x\n`;
  const first = await send('assets', file('PV-1'), fields);
  expect(first.data.previous).toBeNull();
  expect((await commit('assets', file('PV-1'), fields)).status).toBe(201);
  await site.admin.delete(`/api/vendors/${gone}`);
  const unmapped = await send('assets', file('PV-2'));
  expect([unmapped.status, unmapped.error.details.previous]).toEqual([
    400,
    {
      mapping: JSON.parse(fields.mapping),
      unknown: { Maker: 'create' },
      values: { Maker: { kept: vendorid, none: 'empty' } },
      decimal: null,
      date_order: 'dmy',
      preset: null,
    },
  ]);
  const csv = 'nr,assetnumber,assettype\n1,PV-3,Phone\n';
  expect((await commit('assets', csv, { date_order: 'mdy' })).data.previous).toBeNull();
  const dry = await send('assets', csv.replace('PV-3', 'PV-4'));
  expect(dry.data.previous).toMatchObject({ mapping: null, unknown: {}, values: {}, date_order: 'mdy' });
});

test('a choice for a column applies to the values without their own', async () => {
  const csv =
    'assetnumber,Category,Location\nCO-1,Phone,Yard 7\nCO-2,Phone,Yard 8\nCO-3,Phone,Hall A / Line 2\n';
  const done = await commit('assets', csv, {
    unknown: json({ Location: 'empty' }),
    values: json({ Location: { 'Yard 8': 'error', 'Hall A / Line 2': 'create' } }),
    skiperrors: 'true',
  });
  expect(rowOutcomesOf(done)).toEqual(['add', 'error', 'add']);
  expect(await asset('CO-1')).toMatchObject({ location: null });
  // Names of locations are unique in the plant, so a path is one name.
  expect(await asset('CO-3')).toMatchObject({ location: 'Hall A / Line 2' });
  expect(done.data.created).toEqual({ locations: 1 });
});

test('a row with an error creates no records', async () => {
  const csv = 'assetnumber,Category,Manufacturer,mapx\nER-1,Phone,Er Vendor,abc\n';
  const done = await commit('assets', csv, {
    unknown: json({ Manufacturer: 'create' }),
    skiperrors: 'true',
  });
  expect([rowOutcomesOf(done), done.data.created]).toEqual([['error'], {}]);
  expect(await vendor('Er Vendor')).toBeUndefined();
});

test('two columns of one field agree when one of them is left empty', async () => {
  const csv =
    'assetnumber,Category,Vendor,Manufacturer\nTC-1,Phone,Tc Acme,unknown\nTC-2,Phone,Tc Acme,Tc Other\n';
  const done = await send('assets', csv, {
    unknown: json({ Vendor: 'create', Manufacturer: 'create' }),
    values: json({ Manufacturer: { unknown: 'empty' } }),
  });
  expect(rowOutcomesOf(done)).toEqual(['add', 'error']);
  expect(reasonsOf(done)[1]).toContain('contradict');
});

test('a record that needs more than its name is an error of its row', async () => {
  const csv = 'asset,backupdate\nNEED-1,2026-01-02\n';
  const done = await send('backups/assets', csv, { unknown: json({ asset: 'create' }) });
  expect(rowOutcomesOf(done)).toEqual(['error']);
  expect(reasonsOf(done)[0]).toContain('The asset "NEED-1" cannot be created: Type');
});

test('creating unknown records needs the permission to add them', async () => {
  const half = await site.userWith('computers.create', 'computers.edit');
  const csv = 'assetnumber,hostname,Manufacturer\nPE-1,pe-1,Pe Vendor\n';
  const refused = await commit('computers', csv, { unknown: json({ Manufacturer: 'create' }) }, half);
  expect([refused.status, refused.error.message]).toEqual([403, expect.stringContaining('add vendors')]);
  const single = json({ Manufacturer: { 'Pe Vendor': 'create' } });
  expect((await send('computers', csv, { values: single }, half)).status).toBe(403);
  const empty = await send('computers', csv, { unknown: json({ Manufacturer: 'empty' }) }, half);
  expect(rowOutcomesOf(empty)).toEqual(['add']);
});

test.each([
  ['unknown', 'no json', 'unknown'],
  ['unknown', '[1]', 'unknown'],
  ['unknown', '{"__proto__": "create"}', 'unknown'],
  ['unknown', '{"constructor": "create"}', 'unknown.constructor'],
  ['unknown', '{"Manufacturer": "perhaps"}', 'unknown.Manufacturer'],
  ['unknown', '{"Nothing": "create"}', 'unknown.Nothing'],
  ['unknown', '{"assetnumber": "create"}', 'unknown.assetnumber'],
  ['values', '{"Manufacturer": 5}', 'values.Manufacturer'],
  ['values', '{"Manufacturer": {"Acme": 999999}}', 'values.Manufacturer'],
  ['values', '{"Manufacturer": {"Acme": -1}}', 'values.Manufacturer.Acme'],
  ['values', '{"Manufacturer": {"Acme": "sometimes"}}', 'values.Manufacturer.Acme'],
  ['values', '{"Manufacturer": {"Acme": {"id": 1}}}', 'values.Manufacturer.Acme'],
])('an import returns 400 for the field %s with %s', async (field, text, path) => {
  const answer = await send('assets', 'assetnumber,Manufacturer\nBAD-1,Acme\n', { [field]: text });
  expect([answer.status, answer.error.details.issues[0].path]).toEqual([400, path]);
});

test('an import rejects choices above the limit of the form', async () => {
  const values = Object.fromEntries(
    Array.from({ length: 19_000 }, (_, at) => [`${at} ${'x'.repeat(40)}`, 1]),
  );
  const csv = 'assetnumber,Manufacturer\nBIG-1,Acme\n';
  const answer = await send('assets', csv, { values: json({ Manufacturer: values }) });
  expect([400, 413]).toContain(answer.status);
});

test('a dry run lists the first thousand unknown values and counts the rest', async () => {
  const rows = Array.from({ length: 1500 }, (_, at) => `MANY-${at},Phone,Many vendor ${at}`);
  const dry = await send('assets', `assetnumber,Category,Manufacturer\n${rows.join('\n')}\n`);
  expect([dry.data.unknownvalues.length, dry.data.unknowntotal]).toEqual([1000, 1500]);
});

test('the undo of an import requires the permissions for the records that it created', async () => {
  const csv = 'assetnumber,vendor\nUNDO-77,Only Admins\n';
  const done = await commit('machines', csv, { unknown: json({ vendor: 'create' }) });
  expect(done.data.created).toEqual({ vendors: 1 });
  const importer = await site.userWith('assets.view', 'machines.create', 'machines.edit');
  expect((await importer.post(`/api/imports/${done.data.importid}/undo`)).status).toBe(403);
  expect((await site.admin.post(`/api/imports/${done.data.importid}/undo`)).status).toBe(200);
});
