import { afterAll, beforeAll, expect, test } from 'bun:test';
import { changesOf, importFile, rowOutcomesOf } from './support/imports.ts';
import { type Site, startSite } from './support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const CREATE = (...columns: string[]) =>
  JSON.stringify(Object.fromEntries(columns.map((column) => [column, 'create'])));

/** The headers of the documented sample and of the custom report of Snipe-IT. */
const SNIPE = `Company,Asset Name,Asset Tag,Model,Model No.,Category,Manufacturer,Serial,Status,Location,Default Location,Notes,Checked Out
Plant,Press PC,SI-1,OptiPlex,7090,Phone,Dell,S1,In stock,Hall 9,Store 9,spare,
Plant,Lab PC,SI-2,OptiPlex,,Phone,Dell,S2,In stock,,Store 9,,anna
`;

test('an export of Snipe-IT is recognized by its headers', async () => {
  const unknown = CREATE('Company', 'Model', 'Model No.', 'Manufacturer', 'Location', 'Default Location');
  const dry = await importFile(site.admin, 'assets', SNIPE, { unknown });
  expect([dry.data.preset, rowOutcomesOf(dry)]).toEqual(['snipeit', ['add', 'add']]);
  expect(changesOf(dry)).toMatchObject([
    { assetnumber: 'SI-1', name: 'Press PC', modelnumber: '7090', vendor: 'Dell', location: 'Hall 9' },
    { assetnumber: 'SI-2', modelnumber: 'OptiPlex', location: 'Store 9', businessunit: 'Plant' },
  ]);
  expect((await site.admin.get(`/api/imports/${dry.data.importid}`)).data).toEqual(dry.data);
});

test('the column EOL of Snipe-IT is the end of life, unless another column contains its date', async () => {
  const csv = `Asset Tag,Category,Purchased,EOL,EOL Date,Warranty
SI-E1,Phone,2024-03-01,2027-03-01,,24 months
SI-E2,Phone,2024-03-01,2027-03-01,2028-01-31,
`;
  const dry = await importFile(site.admin, 'assets', csv);
  expect([dry.data.preset, rowOutcomesOf(dry)]).toEqual(['snipeit', ['add', 'add']]);
  expect(changesOf(dry)).toMatchObject([{ eoldate: '2027-03-01' }, { eoldate: '2028-01-31' }]);
});

test('the type of a status that the custom report of Snipe-IT adds is removed', async () => {
  const csv = `Asset Tag,Category,Status
ST-1,Phone,In use (deployed)
ST-2,Phone,In stock (deployable)
ST-3,Phone,On loan (undeployable)
ST-4,Phone,On loan (pending)
ST-5,Phone,Retired (archived)
`;
  const dry = await importFile(site.admin, 'assets', csv);
  expect(dry.data.unknownvalues).toMatchObject([{ column: 'Status', value: 'On loan', rows: 2 }]);
  expect(rowOutcomesOf(dry)).toEqual(['add', 'add', 'error', 'error', 'add']);
  const statuses = changesOf(dry).map(({ status }) => status);
  expect(statuses).toEqual(['In use', 'In stock', undefined, undefined, 'Retired']);
  const mapping = JSON.stringify({ 'Asset Tag': 'assetnumber', Category: 'assettype', Status: 'status' });
  const mapped = await importFile(site.admin, 'assets', csv, { mapping, preset: 'snipeit' });
  expect(rowOutcomesOf(mapped)).toEqual(['add', 'add', 'error', 'error', 'add']);
  const other = await importFile(site.admin, 'assets', csv, { mapping });
  expect(rowOutcomesOf(other)).toEqual(Array(5).fill('error'));
});

test('the label of assigned assets that lists of Snipe-IT add to a status is removed', async () => {
  const csv = `Asset Tag,Category,Status
SD-1,Phone,In use Deployed
SD-2,Phone,On loan Deployed
SD-3,Phone,On loan
SD-4,Phone,Not Deployed
SD-5,Phone,Deployed
`;
  const dry = await importFile(site.admin, 'assets', csv);
  expect(rowOutcomesOf(dry)).toEqual(['add', 'error', 'error', 'error', 'error']);
  expect(changesOf(dry)[0]).toMatchObject({ status: 'In use' });
  expect(dry.data.unknownvalues).toMatchObject([
    { value: 'On loan', rows: 2 },
    { value: 'Not Deployed', rows: 1 },
    { value: 'Deployed', rows: 1 },
  ]);
  const made = await importFile(site.admin, 'assets', csv, { unknown: CREATE('Status') });
  expect([rowOutcomesOf(made), made.data.created]).toEqual([
    ['add', 'add', 'add', 'add', 'add'],
    { assetstatuses: 3 },
  ]);
});

test('columns of the custom report of Snipe-IT about the holder of an asset do not contradict others', async () => {
  const csv = `Company,Asset Tag,Category,Checked Out,Type,Department
Plant,SH-1,Phone,Anna,user,Sales
,SH-2,Phone,Hall 4,location,Sales
`;
  const dry = await importFile(site.admin, 'assets', csv, { unknown: CREATE('Company', 'Department') });
  expect(rowOutcomesOf(dry)).toEqual(['add', 'add']);
  expect(changesOf(dry).map(({ businessunit }) => businessunit)).toEqual(['Plant', 'Sales']);
  expect(dry.data.mapping).toMatchObject({ 'Checked Out': null, Type: null });
});

test('dates in all formats of Snipe-IT, and texts that its reports guard as formulas, are read', async () => {
  const dates = [
    '"Fri Mar 1, 2024"',
    '"Mar 1, 2024"',
    '"01 Mar, 2024"',
    '2024.03.01.',
    '2024-03-01 00:00:00',
  ];
  const others = ['03/01/2024', '3/1/24'];
  const rows = [...dates, ...others].map((date, n) => `SF-${n},Phone,${date},\`-spare,\`+12`);
  const csv = `Asset Tag,Category,Purchase Date,Notes,Serial\n${rows.join('\n')}\n`;
  const dry = await importFile(site.admin, 'assets', csv, { date_order: 'mdy' });
  expect(rowOutcomesOf(dry)).toEqual(rows.map(() => 'add'));
  const day = { purchasedate: '2024-03-01', notes: '-spare', serialnumber: '+12' };
  expect(changesOf(dry)).toMatchObject(rows.map(() => day));
  const undecided = await importFile(site.admin, 'assets', csv);
  expect(rowOutcomesOf(undecided)).toEqual([...dates.map(() => 'add'), 'error', 'error']);
});

test('an import template of NetBox is recognized, and its types are models', async () => {
  const csv = `name,role,tenant,manufacturer,device_type,serial,asset_tag,status,site,location,comments,description
sw-1,Phone,Net,Cisco,C9300,N1,NB-1,In use,Plant 9,,Rack 4,short
`;
  const unknown = CREATE('tenant', 'manufacturer', 'device_type', 'site');
  const dry = await importFile(site.admin, 'assets', csv, { unknown });
  expect([dry.data.preset, rowOutcomesOf(dry)]).toEqual(['netbox', ['add']]);
  expect(changesOf(dry)).toMatchObject([
    { assetnumber: 'NB-1', name: 'sw-1', assettype: 'Phone', modelnumber: 'C9300', location: 'Plant 9' },
  ]);
  expect(changesOf(dry)[0]).toMatchObject({ notes: 'Rack 4', serialnumber: 'N1', businessunit: 'Net' });
});

test('an export of GLPI is imported as computers with their host names', async () => {
  const csv = `Name;Entity;Status;Manufacturer;Serial number;Inventory number;Type;Model;Location;Comments
pc-gl1;Root;In use;Lenovo;G1;GL-1;;T14;Hall 8;old
`;
  const unknown = CREATE('Entity', 'Manufacturer', 'Model', 'Location');
  const dry = await importFile(site.admin, 'computers', csv, { unknown });
  expect([dry.data.preset, rowOutcomesOf(dry)]).toEqual(['glpi', ['add']]);
  expect(changesOf(dry)).toMatchObject([
    { assetnumber: 'GL-1', hostname: 'pc-gl1', vendor: 'Lenovo', modelnumber: 'T14', notes: 'old' },
  ]);
});

test('the fields of a mapping are those of the register when a preset is chosen', async () => {
  const mapping = JSON.stringify({ Label: 'name' });
  const csv = 'Asset Tag,Asset Name,Label\nSI-9,press-pc,Press PC\n';
  const dry = await importFile(site.admin, 'computers', csv, { mapping, preset: 'snipeit' });
  expect(changesOf(dry)).toMatchObject([{ assetnumber: 'SI-9', hostname: 'press-pc', name: 'Press PC' }]);
});

test('a mapping takes precedence over the mapping of a preset', async () => {
  const mapping = JSON.stringify({ 'Asset Name': 'notes', Notes: null, Company: null, Location: null });
  const fields = { mapping, preset: 'snipeit', unknown: CREATE('Model', 'Model No.', 'Manufacturer') };
  const dry = await importFile(site.admin, 'assets', SNIPE.replaceAll('Store 9', ''), fields);
  expect(dry.data.mapping).toMatchObject({ 'Asset Name': 'notes', 'Asset Tag': 'assetnumber', Notes: null });
  expect([dry.data.preset, rowOutcomesOf(dry)]).toEqual(['snipeit', ['add', 'add']]);
  expect(changesOf(dry)[0]).toMatchObject({ notes: 'Press PC' });
});

test('an import returns 400 for an unknown preset, and null for other headers', async () => {
  const bad = await importFile(site.admin, 'assets', SNIPE, { preset: 'excel' });
  expect([bad.status, bad.error.details.issues[0].path]).toEqual([400, 'preset']);
  expect((await importFile(site.admin, 'vendors', 'vendor\nx\n')).data.preset).toBeNull();
});

test('a short year of Snipe-IT from 70 on is of the last century', async () => {
  const csv = `Asset Tag,Category,Purchased
SY-1,Phone,1/31/98
SY-2,Phone,1/31/69
`;
  const dry = await importFile(site.admin, 'assets', csv, { date_order: 'mdy' });
  expect(changesOf(dry)).toMatchObject([{ purchasedate: '1998-01-31' }, { purchasedate: '2069-01-31' }]);
});
