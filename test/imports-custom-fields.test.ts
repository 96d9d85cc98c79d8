import { afterAll, beforeAll, expect, test } from 'bun:test';
import { changesOf, importFile, reasonsOf, rowOutcomesOf } from './support/imports.ts';
import { type Site, startSite } from './support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  for (const field of [
    { fieldname: 'costcenter', label: 'Cost center' },
    { fieldname: 'width', label: 'Width', fieldtype: 'number' },
    { fieldname: 'checkedon', label: 'Checked on', fieldtype: 'date' },
    { fieldname: 'critical', label: 'Is critical', fieldtype: 'boolean' },
    { fieldname: 'grade', label: 'Grade', fieldtype: 'select', options: ['Gold', 'Silver'] },
    { fieldname: 'sheet', label: 'Data sheet', fieldtype: 'url' },
    { fieldname: 'a_b', label: 'With line' },
    { fieldname: 'ab', label: 'Without line' },
  ])
    expect((await site.admin.post('/api/customfields', field)).status).toBe(201);
});
afterAll(() => site.stop());

const COMMIT = { dryrun: 'false' };

test('an import sets custom fields of each type by name and by label', async () => {
  const csv =
    'assetnumber;assettype;cf_costcenter;Width;Checked on;cf_critical;GRADE;sheet\n' +
    'CF-1;Phone;CC 10;1.250,50;31.12.2025;ja;gold;https://example.com/a\nCF-2;Phone;=1+1;0,5;;;;\n';
  const fields = { ...COMMIT, date_order: 'dmy' };
  const done = await importFile(site.admin, 'assets', csv, fields);
  expect(rowOutcomesOf(done)).toEqual(['add', 'add']);
  expect(done.data.mapping).toMatchObject({ Width: 'cf_width', GRADE: 'cf_grade', sheet: 'cf_sheet' });
  expect(changesOf(done)[0]).toMatchObject({
    cf_costcenter: 'CC 10',
    cf_width: 1250.5,
    cf_checkedon: '2025-12-31',
    cf_critical: true,
    cf_grade: 'Gold',
    cf_sheet: 'https://example.com/a',
  });
  const columns = 'cf_costcenter,cf_width,cf_checkedon,cf_critical,cf_grade,cf_sheet';
  const list = await site.admin.get(`/api/assets?search=CF-1&columns=assetnumber,${columns}`);
  expect(list.data[0].custom ?? list.data[0]).toMatchObject({ cf_width: 1250.5, cf_grade: 'Gold' });

  const exported = await site.admin.get(`/api/assets?search=CF-&format=csv&columns=assetid,${columns}`);
  const again = await importFile(site.admin, 'assets', exported.text, COMMIT);
  expect([rowOutcomesOf(again), reasonsOf(again)]).toEqual([
    ['skip', 'skip'],
    [null, null],
  ]);
  const edited = exported.text.replace('CC 10', 'CC 11');
  const update = await importFile(site.admin, 'assets', edited, COMMIT);
  const changed = update.data.rows.filter(({ outcome }: { outcome: string }) => outcome === 'update');
  expect(changed).toMatchObject([{ changes: { cf_costcenter: ['CC 10', 'CC 11'] } }]);
  expect((await site.admin.post(`/api/imports/${update.data.importid}/undo`)).status).toBe(200);
  const { data } = await site.admin.get(`/api/assets?search=CF-1&columns=${columns}`);
  expect(data[0].custom ?? data[0]).toMatchObject({ cf_costcenter: 'CC 10' });
});

test('invalid values of custom fields are errors of their cells', async () => {
  const csv =
    'assetnumber,assettype,cf_width,cf_checkedon,cf_critical,cf_grade,cf_sheet\n' +
    'CE-1,Phone,wide,31.12.2025,perhaps,Bronze,no address\n';
  const dry = await importFile(site.admin, 'assets', csv);
  expect(rowOutcomesOf(dry)).toEqual(['error']);
  const columns = dry.data.rows[0].errors.map(({ column }: { column: string }) => column);
  expect(columns.sort()).toEqual(['cf_checkedon', 'cf_critical', 'cf_grade', 'cf_sheet', 'cf_width']);
});

test('a custom field of another asset type is an error of the row', async () => {
  const { data: types } = await site.admin.get('/api/assets/types?per_page=100');
  const monitor = types.find(({ assettype }: { assettype: string }) => assettype === 'Monitor') ?? types[0];
  const field = {
    fieldname: 'inches',
    label: 'Inches',
    fieldtype: 'number',
    assettypeid: monitor.assettypeid,
  };
  expect((await site.admin.post('/api/customfields', field)).status).toBe(201);
  const other = types.find(
    ({ assettype }: { assettype: string }) => assettype === 'Phone' && assettype !== monitor.assettype,
  );
  const csv = `assetnumber,assettype,cf_inches\nCT-1,${other.assettype},24\n`;
  const dry = await importFile(site.admin, 'assets', csv);
  expect(dry.data.rows[0]).toMatchObject({ outcome: 'error', errors: [{ column: 'cf_inches' }] });
  const typed = await importFile(site.admin, other.assettype, 'assetnumber,cf_inches\nCT-2,24\n');
  expect(typed.data.mapping.cf_inches).toBeNull();
});

test('names that differ in punctuation only are two columns', async () => {
  const csv = 'assetnumber,assettype,cf_ab,cf_a_b\nCP-1,Phone,without,with\n';
  const done = await importFile(site.admin, 'assets', csv, COMMIT);
  expect(changesOf(done)).toMatchObject([{ cf_ab: 'without', cf_a_b: 'with' }]);
});

test('an import of computers sets custom fields', async () => {
  const done = await importFile(
    site.admin,
    'computers',
    'assetnumber,hostname,Cost center\nCC-1,pc-own,77\n',
    COMMIT,
  );
  expect([rowOutcomesOf(done), changesOf(done)[0]!.cf_costcenter]).toEqual([['add'], '77']);
  const template = await site.admin.get('/api/imports/templates/computers');
  expect(template.text).toContain('cf_costcenter');
});

test('fields of different types with one name are read by the type of each asset', async () => {
  const { data: types } = await site.admin.get('/api/assets/types?per_page=100');
  const typeOf = (name: string) =>
    types.find(({ assettype }: { assettype: string }) => assettype === name).assettypeid;
  for (const [assettype, fieldtype] of [
    ['Computer', 'number'],
    ['Printer', 'date'],
  ] as const) {
    const field = { fieldname: 'mixedkind', fieldtype, assettypeid: typeOf(assettype) };
    expect((await site.admin.post('/api/customfields', field)).status).toBe(201);
  }
  const csv =
    'cf_mixedkind;assetnumber;assettype\n1.234,5;MIX-1;Computer\n2026/01/31;MIX-2;Printer\nsoon;MIX-3;Printer\n1.234;MIX-4;Computer\n';
  const done = await importFile(site.admin, 'assets', csv, { dryrun: 'false', skiperrors: 'true' });
  expect(rowOutcomesOf(done)).toEqual(['add', 'add', 'error', 'add']);
  const { data } = await site.admin.get(
    '/api/assets?search=mix&sort=assetnumber&columns=assetnumber,cf_mixedkind',
  );
  expect(data.map((row: { cf_mixedkind: unknown }) => row.cf_mixedkind)).toEqual([
    1234.5,
    '2026-01-31',
    1234,
  ]);
  const again = await importFile(site.admin, 'assets', 'assetnumber,cf_mixedkind\nMIX-1,7.5\n', {});
  expect(rowOutcomesOf(again)).toEqual(['update']);
});

test('an import names each missing required field by its label', async () => {
  const required = [
    { fieldname: 'keeper', label: 'Keeper', assettypeid: 8 },
    { fieldname: 'bay', label: 'Bay', assettypeid: 8 },
  ];
  const ids: number[] = [];
  for (const field of required)
    ids.push((await site.admin.post('/api/customfields', { ...field, isrequired: true })).data.customfieldid);
  const { data: types } = await site.admin.get('/api/assets/types?assettypeid=8');
  const { assettype } = types.find(({ assettypeid }: { assettypeid: number }) => assettypeid === 8);
  const csv = `assetnumber;assettype;cf_keeper;cf_bay\nREQ-1;${assettype};;\n`;
  const done = await importFile(site.admin, 'assets', csv, {});
  expect(reasonsOf(done)).toEqual(['Bay is required. Keeper is required.']);
  for (const id of ids) await site.admin.delete(`/api/customfields/${id}`);
  expect(done.data.rows[0].errors).toEqual([
    { column: 'cf_bay', field: 'cf_bay', message: 'Bay is required.' },
    { column: 'cf_keeper', field: 'cf_keeper', message: 'Keeper is required.' },
  ]);
});

test('an import that changes the type of an asset needs the required fields of the new type', async () => {
  const field = { fieldname: 'holder', label: 'Holder', isrequired: true, assettypeid: 8 };
  const { customfieldid } = (await site.admin.post('/api/customfields', field)).data;
  await site.admin.post('/api/assets', { assetnumber: 'TYPE-1', assettypeid: 9 });
  const { data: type } = await site.admin.get('/api/assets/types/8');
  const header = 'assetnumber,assettype,cf_holder';
  const without = await importFile(site.admin, 'assets', `${header}\nTYPE-1,${type.assettype},\n`, {});
  expect(reasonsOf(without)).toEqual(['Holder is required.']);
  const filled = await importFile(site.admin, 'assets', `${header}\nTYPE-1,${type.assettype},Ann\n`, {});
  expect(rowOutcomesOf(filled)).toEqual(['update']);
  await site.admin.delete(`/api/customfields/${customfieldid}`);
});

test('an import lists missing required fields with all other errors of a row', async () => {
  const field = { fieldname: 'owner', label: 'Owner', isrequired: true };
  const { customfieldid } = (await site.admin.post('/api/customfields', field)).data;
  const ofOther = { fieldname: 'dock', label: 'Dock', isrequired: true, assettypeid: 8 };
  const other = (await site.admin.post('/api/customfields', ofOther)).data;
  const messagesOf = async (target: string, csv: string, fields: Record<string, string> = {}) => {
    const { data } = await importFile(site.admin, target, csv, fields);
    return data.rows.map(({ errors }: { errors: { message: string }[] }) =>
      errors.map(({ message }) => message.replace(/.*"Unknown 9000".*/, 'unknown model')).sort(),
    );
  };
  const csv = 'Asset Tag,Model\nOWN-1,Unknown 9000\n';
  const preset = { preset: 'snipeit' };
  expect(await messagesOf('computers', csv, preset)).toEqual([['Owner is required.', 'unknown model']]);
  expect(await messagesOf('computers', 'assetnumber,serialnumber\nOWN-2,#REF!\n')).toEqual([
    [expect.stringContaining('#REF!'), 'Owner is required.'],
  ]);
  expect(await messagesOf('computers', 'assetnumber,model,cf_owner\nOWN-3,Unknown 9000,Ann\n')).toEqual([
    ['unknown model'],
  ]);
  const { data: type } = await site.admin.get('/api/assets/types/8');
  const typed = `assetnumber,assettype,model\nOWN-4,${type.assettype},Unknown 9000\n`;
  expect(await messagesOf('assets', typed)).toEqual([
    ['Dock is required.', 'Owner is required.', 'unknown model'],
  ]);
  // Without a type, only the fields of all types are required.
  expect(await messagesOf('assets', 'assetnumber,assettype\nOWN-5,Nothing\n')).toEqual([
    ['Owner is required.', expect.stringContaining('Nothing')],
  ]);
  for (const id of [customfieldid, other.customfieldid]) await site.admin.delete(`/api/customfields/${id}`);
});
