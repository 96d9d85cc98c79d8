import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { RegisterDescriptor } from '../src/kit/resource/descriptor.ts';
import { type Site, startSite } from './support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  const types: { assettype: string; assettypeid: number }[] = (await site.anonymous.get('/api/assets/types'))
    .data;
  const { assettypeid } = types.find(({ assettype }) => assettype === 'Computer')!;
  for (const field of [
    { fieldname: 'costcenter', label: 'Cost center' },
    { fieldname: 'seats', label: 'Seats', fieldtype: 'number' },
    { fieldname: 'leased', label: 'Leased', fieldtype: 'boolean' },
    { fieldname: 'with, comma', label: 'With comma', assettypeid },
  ])
    expect((await site.admin.post('/api/customfields', field)).status).toBe(201);
  for (const [n, values] of [
    { costcenter: '4711', seats: 12, leased: true, 'with, comma': 'x' },
    { costcenter: '815' },
    {},
  ].entries()) {
    const { data } = await site.admin.post('/api/computers', {
      assetnumber: `COL-${n}`,
      hostname: `col-${n}`,
    });
    expect((await site.admin.put(`/api/assets/${data.assetid}/customfields`, { values })).status).toBe(200);
  }
});
afterAll(() => site.stop());

const rows = async (path: string) => (await site.anonymous.get(path)).data as Record<string, unknown>[];

test('a list has the values of the custom fields that the request names, and no others', async () => {
  const [first, second, third] = await rows(
    '/api/computers?sort=assetnumber&columns=hostname,cf_seats,cf_costcenter,cf_leased',
  );
  expect(first).toMatchObject({ hostname: 'col-0', cf_seats: 12, cf_costcenter: '4711', cf_leased: true });
  expect(second).toMatchObject({ cf_seats: null, cf_costcenter: '815', cf_leased: null });
  expect(third).toMatchObject({ cf_seats: null, cf_costcenter: null });
  const [asset] = await rows('/api/assets?sort=assetnumber&columns=cf_SEATS&per_page=1');
  expect(asset).toMatchObject({ assetnumber: 'COL-0', cf_SEATS: 12 });
  expect(asset).not.toHaveProperty('cf_costcenter');
  const [plain] = await rows('/api/computers?sort=cf_costcenter');
  expect(plain).toMatchObject({ assetnumber: 'COL-1' });
  expect(Object.keys(plain!).filter((name) => name.startsWith('cf_'))).toEqual([]);
});

test('a CSV document has the columns of the request in their order', async () => {
  const columns = encodeURIComponent('status,cf_seats,"cf_with, comma",hostname,assetnumber');
  const { text } = await site.anonymous.get(
    `/api/computers?format=csv&sort=assetnumber&dir=desc&columns=${columns}`,
  );
  expect(text.split('\r\n')).toEqual([
    'status,cf_seats,"cf_with, comma",hostname,assetnumber',
    ...(await Promise.all(
      ['COL-2', 'COL-1', 'COL-0'].map(async (number) => {
        const [row] = await rows(`/api/computers?assetnumber__in=${number}`);
        const [seats, comma] = number === 'COL-0' ? [12, 'x'] : ['', ''];
        return `${row!.status ?? ''},${seats},${comma},${row!.hostname},${number}`;
      }),
    )),
    '',
  ]);
});

test('a column that the list does not have is refused', async () => {
  for (const columns of ['nothing', 'cf_nothing', 'hostname,passwordhash', 'cf_'])
    for (const format of ['json', 'csv']) {
      const answer = await site.anonymous.get(`/api/computers?format=${format}&columns=${columns}`);
      expect(answer.status).toBe(400);
      expect(answer.error.details.issues).toMatchObject([{ path: 'columns' }]);
    }
  const vendors = await site.anonymous.get('/api/vendors?columns=cf_seats');
  expect(vendors.error.message).toContain('cf_seats');
  // The field belongs to computers only.
  expect((await site.anonymous.get('/api/printers?columns=%22cf_with,%20comma%22')).status).toBe(400);
});

test('the default columns of each list are fields that can be columns', async () => {
  const registers = (await site.admin.get('/api/registers')).data as RegisterDescriptor[];
  const chosen = registers.filter(({ defaultcolumns }) => defaultcolumns);
  expect(chosen.map(({ name }) => name)).toContain('computers');
  for (const { name, defaultcolumns, fields, labelfield } of chosen) {
    const known = fields.filter(({ list }) => list !== 'never').map((field) => field.name);
    expect({ name, unknown: defaultcolumns!.filter((column) => !known.includes(column)) }).toEqual({
      name,
      unknown: [],
    });
    expect(defaultcolumns![0]).toBe(labelfield);
  }
});

test('a custom field with the name of a property of objects has its own values only', async () => {
  const made = await site.admin.post('/api/customfields', { fieldname: 'constructor', label: 'Constructor' });
  expect(made.status).toBe(201);
  const [row] = await rows('/api/computers?sort=assetnumber&columns=cf_constructor,cf_seats');
  expect(row).toMatchObject({ cf_constructor: null, cf_seats: 12 });
});

test.each(['cf_seats,cf_SEATS', ',', ' , '])('the columns %p return 400', async (columns) => {
  const { status, error } = await site.anonymous.get(
    `/api/computers?format=csv&columns=${encodeURIComponent(columns)}`,
  );
  expect([status, error.details.issues[0].path]).toEqual([400, 'columns']);
});
