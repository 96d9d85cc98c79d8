import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from './support/site.ts';

let site: Site;
let hall: number;
let cell: number;
beforeAll(async () => {
  site = await startSite();
  hall = (await site.admin.post('/api/locations', { location: 'Group hall' })).data.locationid;
  cell = (await site.admin.post('/api/locations', { location: 'Group cell', parentlocationid: hall })).data
    .locationid;
  await site.admin.post('/api/customfields', { fieldname: 'line', label: 'Line', fieldtype: 'text' });
  await site.admin.post('/api/customfields', { fieldname: 'leased', label: 'Leased', fieldtype: 'boolean' });
  const places = [hall, hall, cell, null];
  for (const [n, locationid] of places.entries()) {
    const body = { assetnumber: `GROUP-${n}`, notes: n === 0 ? 'a, "b"' : null, locationid };
    const { assetid } = (await site.admin.post('/api/computers', body)).data;
    const values = { line: n < 3 ? 'Line 1' : 'Line 2', ...(n === 0 ? { leased: true } : {}) };
    await site.admin.put(`/api/assets/${assetid}/customfields`, { values });
  }
});
afterAll(() => site.stop());

interface Group {
  value: unknown;
  title: string | null;
  count: number;
  filter: Record<string, string>;
}
const groupsOf = async (query: string, register = 'computers', client = site.admin) =>
  client.get(`/api/registers/${register}/groups?${query}`);
const titled = (groups: Group[]) => groups.map(({ title, count }) => [title, count]);

test('rows are counted by the values of a field, the most frequent first', async () => {
  const { data, meta } = await groupsOf('field=locationid');
  expect(titled(data)).toEqual([
    ['Group hall', 2],
    [null, 1],
    ['Group cell', 1],
  ]);
  expect(meta.pagination).toMatchObject({ page: 1, total: 3 });
  expect(titled((await groupsOf('field=cf_line')).data)).toEqual([
    ['Line 1', 3],
    ['Line 2', 1],
  ]);
});

test('the filter of each group finds exactly its rows', async () => {
  for (const field of [
    'locationid',
    'statusid',
    'cf_line',
    'cf_leased',
    'notes',
    'isactive',
    'assettypeid',
  ]) {
    const { data } = await groupsOf(`field=${field}`);
    expect([field, data.length > 0]).toEqual([field, true]);
    for (const { filter, count } of data as Group[]) {
      const found = await site.admin.get(`/api/computers?${new URLSearchParams(filter)}`);
      expect([field, filter, found.meta.pagination.total]).toEqual([field, filter, count]);
    }
  }
});

test('the filter of a group finds numbers that are very large or very small', async () => {
  await site.admin.post('/api/customfields', { fieldname: 'load', label: 'Load', fieldtype: 'number' });
  for (const load of [1e15, -1e15, 1e-7, 12.5])
    await site.admin.post('/api/machines', { assetnumber: `LOAD-${load}`, cf_load: load });
  const { data } = await groupsOf('field=cf_load', 'machines');
  expect((data as Group[]).map(({ value }) => Number(value)).sort((a, b) => a - b)).toEqual([
    -1e15, 1e-7, 12.5, 1e15,
  ]);
  for (const { filter, count } of data as Group[]) {
    const found = await site.admin.get(`/api/machines?${new URLSearchParams(filter)}`);
    expect([filter, found.meta?.pagination.total]).toEqual([filter, count]);
  }
});

test('the filter of a group finds long texts, and texts with blanks around them', async () => {
  const texts = [`${'long text, '.repeat(400)}"end"`, 'ends with a line\n', ' begins with a blank'];
  for (const [n, notes] of texts.entries())
    await site.admin.post('/api/usb', { deviceid: `STICK-${n}`, notes });
  const groups = (await groupsOf('field=notes', 'usbdevices')).data as Group[];
  expect(new Set(groups.map(({ value }) => value))).toEqual(new Set(texts));
  for (const { filter, value } of groups) {
    const found = await site.admin.get(`/api/usb?${new URLSearchParams(filter)}`);
    expect([value, found.meta?.pagination.total]).toEqual([value, 1]);
  }
});

test('the search, the filters and the pages of the list apply', async () => {
  expect(titled((await groupsOf('field=locationid&cf_line=Line+2')).data)).toEqual([[null, 1]]);
  expect(titled((await groupsOf('field=cf_line&search=GROUP-3')).data)).toEqual([['Line 2', 1]]);
  const second = await groupsOf('field=locationid&per_page=1&page=2');
  expect([titled(second.data), second.meta.pagination.total]).toEqual([[[null, 1]], 3]);
  const after = await groupsOf('field=locationid&per_page=1&page=9');
  expect([after.data, after.meta.pagination.total]).toEqual([[], 3]);
  expect((await groupsOf('field=locationid', 'printers')).data).toEqual([]);
});

test('a group is refused for unknown lists, fields and filters, with its reason', async () => {
  const pathOf = async (query: string, register?: string) => {
    const { status, error } = await groupsOf(query, register);
    return [status, error?.details?.issues?.[0]?.path];
  };
  expect(await pathOf('field=statusid', 'nothing')).toEqual([404, undefined]);
  expect(await pathOf('field=statusid', '__proto__')).toEqual([404, undefined]);
  expect(await pathOf('')).toEqual([400, 'field']);
  for (const field of ['constructor', 'createddate', 'location', 'cf_none', 'nothing'])
    expect([field, ...(await pathOf(`field=${field}`))]).toEqual([field, 400, 'field']);
  expect(await pathOf('field=statusid&colour=red')).toEqual([400, expect.anything()]);
});

test('a field that a caller may not read has no groups for that caller', async () => {
  await site.admin.put('/api/settings/anonymous_read', { value: 'basic' });
  expect((await groupsOf('field=loggedinuser', 'computers', site.anonymous)).status).toBe(401);
  expect((await groupsOf('field=statusid', 'computers', site.anonymous)).status).toBe(200);
  expect((await groupsOf('field=isactive', 'users', site.anonymous)).status).not.toBe(200);
  await site.admin.put('/api/settings/anonymous_read', { value: 'none' });
  expect((await groupsOf('field=statusid', 'computers', site.anonymous)).status).toBe(401);
  await site.admin.put('/api/settings/anonymous_read', { value: 'full' });
});

test('a list whose rows depend on the caller has no groups', async () => {
  await site.admin.post('/api/savedviews', { viewname: 'Hidden presses', page: '/assets', query: '' });
  const user = await site.userWith('assets.view');
  for (const register of ['savedviews', 'reportschedules', 'users', 'apitokens'])
    expect([register, (await groupsOf('field=viewname', register, user)).status]).toEqual([register, 404]);
});
