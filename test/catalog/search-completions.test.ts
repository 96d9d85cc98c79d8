import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  const post = async (path: string, body: object) => (await site.admin.post(path, body)).data;
  const { locationid: hall } = await post('/api/locations', { location: 'Hall Q1' });
  const { locationid: cell } = await post('/api/locations', { location: 'Cell Q9', parentlocationid: hall });
  await post('/api/locations', { location: 'Hall Q2' });
  const { statusid } = await post('/api/assets/statuses', { status: 'In repair shop' });
  const { vendorid } = await post('/api/vendors', { vendor: 'Hewlett-Packard' });
  await post('/api/vendors', { vendor: 'Hewson' });
  await post('/api/customfields', {
    fieldname: 'riskclass',
    label: 'Risk class',
    fieldtype: 'text',
    issearchable: true,
  });
  const { assetid } = await post('/api/computers', {
    assetnumber: 'PC-77',
    hostname: 'weld-pc',
    serialnumber: 'SN-4711',
    vendorid,
    locationid: cell,
    statusid,
  });
  await site.admin.put(`/api/assets/${assetid}/customfields`, { values: { riskclass: 'Very high' } });
});
afterAll(() => site.stop());

const complete = async (q: string, list?: string) => {
  const query = new URLSearchParams({ q, ...(list && { list }) });
  return (await site.admin.get(`/api/search/completions?${query}`)).data;
};
const textsOf = async (q: string, list?: string): Promise<string[]> =>
  (await complete(q, list)).completions.map(({ text }: { text: string }) => text);

test.each([
  ['stat', 'status:'],
  ['grinder -stat', 'grinder -status:'],
  ['serial', 'serialnumber:'],
  ['number', 'serialnumber:'],
  ['in', 'in:'],
  ['ha', 'has:'],
  ['risk', 'riskclass:'],
  ['STAT', 'status:'],
])('the completion of %p includes the key %p', async (q, expected) => {
  expect(await textsOf(q)).toContain(expected);
});

test.each([
  ['status:"in re', ['status:"In repair shop"']],
  ['status:repair', ['status:"In repair shop"']],
  ['vendor:hew', ['vendor:Hewlett-Packard']],
  ['vendor:dell|hew', ['vendor:dell|Hewlett-Packard']],
  ['-vendor:hew', ['-vendor:Hewlett-Packard']],
  ['location:', ['location:"Cell Q9"']],
  ['in:q', ['in:"Cell Q9"', 'in:"Hall Q1"']],
  ['serialnumber:sn47', ['serialnumber:SN-4711']],
  ['serialnumber:47', ['serialnumber:SN-4711']],
  ['riskclass:', ['riskclass:"Very high"']],
  ['nosuch:foo', []],
  ['vendor:hew xyz', []],
])('the completion of %p returns the values %p', async (q, expected) => {
  expect(await textsOf(q, 'computers')).toEqual(expected);
});

test('the completion returns the title of each key, and null for an unknown one', async () => {
  expect((await complete('Status:x nosuch:y has:vendor -os:z')).keys).toEqual([
    { key: 'status', title: 'Status' },
    { key: 'nosuch', title: null },
    { key: 'has', title: 'Has a value in' },
    { key: 'os', title: 'Operating system' },
  ]);
});

test('a list offers only keys of its own records', async () => {
  expect(await textsOf('hostn', 'computers')).toContain('hostname:');
  expect(await textsOf('hostn', 'machines')).toEqual([]);
  expect(await textsOf('has:hostn')).toContain('has:hostname');
});

test('the completion refuses an unknown list with 404', async () => {
  const { status, error } = await site.admin.get('/api/search/completions?q=a&list=__proto__');
  expect([status, error?.code]).toEqual([404, 'NOT_FOUND']);
});

test('an anonymous caller gets no completion of the global search, and none of personal fields', async () => {
  await site.admin.put('/api/settings/anonymous_read', { value: 'basic' });
  const get = async (query: string) => (await site.anonymous.get(`/api/search/completions?${query}`)).data;
  expect(await get('q=stat')).toEqual({ completions: [], keys: [] });
  const { completions } = await get('q=ip&list=assets');
  expect(completions).toEqual([]);
  expect((await get('q=ip:10&list=assets')).keys).toEqual([{ key: 'ip', title: null }]);
});

test('the completion offers names beyond the first ones, and no value that the list would not find', async () => {
  const { data: hall } = await site.admin.post('/api/locations', { location: 'Zone 1' });
  for (let n = 0; n < 15; n++)
    await site.admin.post('/api/locations', { location: `Bay ${n}`, parentlocationid: hall.locationid });
  const { data: zone } = await site.admin.post('/api/locations', { location: 'Zone 2' });
  await site.admin.post('/api/assets', { assettypeid: 2, assetnumber: 'Z-1', locationid: zone.locationid });
  expect(await textsOf('in:zone')).toEqual(['in:"Zone 1"', 'in:"Zone 2"']);
  expect(await textsOf('in:zone', 'assets')).toEqual(['in:"Zone 2"']);
  expect(await textsOf('in:zone', 'computers')).toEqual([]);
  expect(await textsOf('type:', 'computers')).toEqual(['type:Computer']);
  expect(await textsOf('vendor:hew')).toEqual(['vendor:Hewlett-Packard', 'vendor:Hewson']);
});

test('the completion finds rare values of text fields among many records, those that begin with it first', async () => {
  const create = (assetnumber: string, name: string) =>
    site.admin.post('/api/assets', { assettypeid: 2, assetnumber, name });
  for (let n = 0; n < 45; n++) await create(`RARE-${n}`, `Common press ${n}`);
  await create('RARE-A', 'Big press');
  await create('RARE-B', 'Press zero');
  await create('RARE-C', 'Common welder');
  expect(await textsOf('name:"common wel')).toEqual(['name:"Common welder"']);
  expect(await textsOf('name:wel')).toEqual(['name:"Common welder"']);
  expect((await textsOf('name:press'))[0]).toBe('name:"Press zero"');
  expect(await textsOf('name:"press z')).toEqual(['name:"Press zero"']);
  expect(await textsOf('name:"common press')).toHaveLength(8);
  expect(await textsOf('assetnumber:rarec', 'assets')).toEqual(['assetnumber:RARE-C']);
  expect(await textsOf('assetnumber:"rare c', 'computers')).toEqual([]);
});
