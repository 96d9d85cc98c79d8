import { afterAll, beforeAll, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { importrows } from '../../src/features/imports/tables.ts';
import { build, command, type Params } from '../../src/kit/data/query.ts';
import { importFile, reasonsOf, rowOutcomesOf } from '../support/imports.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

interface RowError {
  column: string | null;
  field: string | null;
  message: string;
}
const errorsOf = (answer: { data: { rows: { errors: RowError[] }[] } }) =>
  answer.data.rows.map(({ errors }) => errors);
const placesOf = (errors: readonly RowError[]) => errors.map(({ column, field }) => [column, field]);

test('the import lists all errors of a row with their columns and fields', async () => {
  const csv = 'Name;Cost;Until;Supplier\n;abc;31.12.2027;Nobody\nOk;5;2027-12-31;\n';
  const mapping = JSON.stringify({
    Name: 'warrantyname',
    Cost: 'cost',
    Until: 'enddate',
    Supplier: 'vendor',
  });
  const answer = await importFile(site.admin, 'warranty', csv, { mapping });
  expect(rowOutcomesOf(answer)).toEqual(['error', 'add']);
  const [errors, none] = errorsOf(answer);
  expect(none).toEqual([]);
  expect(placesOf(errors!).sort()).toEqual(
    [
      ['Cost', 'cost'],
      ['Until', 'enddate'],
      ['Supplier', 'vendorid'],
      ['Name', 'warrantyname'],
    ].sort(),
  );
  const messages = Object.fromEntries(errors!.map(({ field, message }) => [field, message]));
  expect(messages.cost).toBe('"abc" is not a number. Enter it like 1250.50 or 1250,50.');
  expect(messages.enddate).toContain('"31.12.2027"');
  expect(messages.vendorid).toContain('"Nobody"');
  // The text contains all messages.
  for (const { message } of errors!) expect(reasonsOf(answer)[0]).toContain(message);
  const stored = (await site.admin.get(`/api/imports/${answer.data.importid}`)).data;
  expect(stored.rows).toEqual(answer.data.rows);
});

test('the import lists conflicts with other records beside invalid cells', async () => {
  await site.admin.post('/api/computers', { assetnumber: 'PC-1', hostname: 'pc1' });
  await site.admin.post('/api/customfields', { fieldname: 'tray', label: 'Tray', assettypeid: 3 });
  const fieldsOf = async (target: string, csv: string, fields: Record<string, string> = {}) =>
    errorsOf(await importFile(site.admin, target, csv, fields)).map((errors) =>
      placesOf(errors).map(([, name]) => name),
    );
  const taken = 'assetnumber,hostname,model\nPC-2,PC1,Unknown\nPC-3,pc3,\nPC-4,PC3,Unknown\n';
  expect(await fieldsOf('computers', taken)).toEqual([
    ['modelnumberid', 'hostname'],
    [],
    ['modelnumberid', 'hostname'],
  ]);
  const foreign = 'assetnumber,assettype,model,cf_tray\nPC-5,Machine,Unknown,2\n';
  expect(await fieldsOf('assets', foreign)).toEqual([['modelnumberid', 'cf_tray']]);
  await site.admin.post('/api/network', { assetnumber: 'SW-1' });
  const cells = 'assetnumber,macaddress,portcount,vendor\nSW-2,zz,-4,Unknown\nSW-1,zz,-4,\n';
  expect(await fieldsOf('network', cells)).toEqual([
    ['vendorid', 'portcount', 'macaddress'],
    ['portcount', 'macaddress'],
  ]);
  const created = 'assetnumber,vendor,portcount\nSW-3,New vendor,-4\nSW-4,New vendor,4\n';
  const unknown = JSON.stringify({ vendor: 'create' });
  for (const dryrun of ['true', 'false'])
    expect(await fieldsOf('network', created, { unknown, dryrun, skiperrors: 'true' })).toEqual([
      ['portcount'],
      [],
    ]);
  // The record that has the name of an invalid row can still be imported.
  const rejected = 'assetnumber,hostname,model\nPC-6,pc6,Unknown\nPC-7,pc6,\n';
  expect(await fieldsOf('computers', rejected)).toEqual([['modelnumberid'], []]);
  const { data } = await site.admin.get('/api/computers');
  expect(data.map(({ assetnumber }: { assetnumber: string }) => assetnumber)).toEqual(['PC-1']);
});

test('the import names the column and the earlier line when a key occurs twice', async () => {
  const answer = await importFile(site.admin, 'vendors', 'Maker,description\nAcme,x\nACME,y\n', {
    mapping: JSON.stringify({ Maker: 'vendor', description: 'description' }),
  });
  const message = 'Line 2 of this file has the same value, so both rows would be the same record.';
  expect(errorsOf(answer)).toEqual([[], [{ column: 'Maker', field: 'vendor', message }]]);
});

test('the import lists the field titles when no column of the file is known', async () => {
  const { status, error } = await importFile(site.admin, 'warranty', 'foo,bar\n1,2\n');
  expect([status, error.message]).toEqual([400, expect.stringMatching(/The fields are .*Vendor.*Until/)]);
});

test('the server lists the errors of each row when it refuses an import', async () => {
  const csv = 'warrantyname;cost;enddate\nA;x;y\nB;1;2027-01-01\nC;z;\n';
  const { status, error } = await importFile(site.admin, 'warranty', csv, { dryrun: 'false' });
  expect([status, error.details.rows.map((row: { row: number }) => row.row)]).toEqual([400, [1, 3]]);
  expect(error.details.rows.map(({ errors }: { errors: RowError[] }) => placesOf(errors))).toEqual([
    [
      ['cost', 'cost'],
      ['enddate', 'enddate'],
    ],
    [['cost', 'cost']],
  ]);
});

test.each<[what: string, target: string, csv: string, place: [string | null, string | null]]>([
  ['a required value that is empty', 'vendors', 'vendor,description\n,x\n', ['vendor', 'vendor']],
  [
    'a value that is too long',
    'vendors',
    `Vendor,website\nLong,https://x.example/${'x'.repeat(3000)}\n`,
    ['website', 'website'],
  ],
  ['the name of another record', 'vendors', 'vendorid,vendor\n2,First\n', ['vendor', 'vendor']],
  ['an invalid ID', 'vendors', 'vendorid,vendor\nabc,Third\n', [null, null]],
  ['too few cells', 'vendors', 'vendor,description,website\nThird\n', [null, null]],
  [
    'two columns that contradict each other',
    'vendors',
    'vendor,manufacturer\nThird,Fourth\n',
    ['vendor', 'vendor'],
  ],
])('the import reports one error with its place when a row has %s', async (_what, target, csv, place) => {
  const vendorCount = (await site.admin.get('/api/vendors?per_page=100')).data.length;
  if (vendorCount === 0)
    for (const vendor of ['First', 'Second']) await site.admin.post('/api/vendors', { vendor });
  const answer = await importFile(site.admin, target, csv);
  const [errors] = errorsOf(answer);
  expect([rowOutcomesOf(answer), placesOf(errors!)]).toEqual([['error'], [place]]);
  expect(errors![0]!.message).not.toBe('');
});

const setEntries = command((params: Params<{ importid: number; entries: string }>) =>
  build.update(importrows).set({ entries: params.entries }).where(eq(importrows.importid, params.importid)),
);

test('the server returns the text of an older import as the error of its row', async () => {
  const { importid } = (await importFile(site.admin, 'vendors', 'vendor,description\n,x\n')).data;
  const reason = 'Vendor: It is required.';
  const entries = JSON.stringify([{ row: 1, line: 2, outcome: 'error', reason, changes: {} }]);
  site.app.host.db.writeUnaudited((tx) => setEntries.run(tx, { importid, entries }));
  const { rows } = (await site.admin.get(`/api/imports/${importid}`)).data;
  expect(rows[0].errors).toEqual([{ column: null, field: null, message: reason }]);
});
