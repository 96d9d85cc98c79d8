import { afterAll, beforeAll, expect, test } from 'bun:test';
import { findAssets } from '../support/find-assets.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  const post = async (path: string, body: object) => (await site.admin.post(path, body)).data;
  const { locationid: hall } = await post('/api/locations', { location: 'Hall B1' });
  const { locationid: cell } = await post('/api/locations', {
    location: 'Weld cell 9',
    parentlocationid: hall,
  });
  const { statusid } = await post('/api/assets/statuses', { status: 'Broken down' });
  const { vendorid: dell } = await post('/api/vendors', { vendor: 'Dell' });
  const { vendorid: hp } = await post('/api/vendors', { vendor: 'HP' });
  const { osid } = await post('/api/operatingsystems', { osname: 'Windows 7' });
  await post('/api/customfields', {
    fieldname: 'riskclass',
    label: 'Risk class',
    fieldtype: 'text',
    issearchable: true,
  });
  const computer = { hostname: 'hall-pc', serialnumber: 'SN-77', osid, vendorid: dell, locationid: cell };
  const { assetid } = await post('/api/computers', { assetnumber: 'PC-1', ...computer });
  await site.admin.put(`/api/assets/${assetid}/customfields`, { values: { riskclass: 'Dell high' } });
  await post('/api/computers', {
    assetnumber: 'PC-2',
    hostname: 'dell-pc',
    vendorid: hp,
    locationid: hall,
    statusid,
  });
  await post('/api/assets', { assettypeid: 2, assetnumber: 'MC-1', name: 'Broken saw, ratio 3:4, order:77' });
});
afterAll(() => site.stop());

const find = (query: string) => findAssets(site, query);

test.each([
  ['vendor:dell', ['PC-1']],
  ['vendor:dell|hp', ['PC-1', 'PC-2']],
  ['VENDOR:De', ['PC-1']],
  ['-vendor:dell', ['MC-1', 'PC-2']],
  ['-vendor:dell -vendor:hp', ['MC-1']],
  ['status:"broken down"', ['PC-2']],
  ['status:broken', ['PC-2']],
  ['name:broken', ['MC-1']],
  ['status:"broken"', ['PC-2']],
  ['status:"brok"', []],
  ['type:computer', ['PC-1', 'PC-2']],
  ['assettype:computer vendor:hp', ['PC-2']],
  ['hostname:dell', ['PC-2']],
  ['operatingsystem:"windows 7"', ['PC-1']],
  ['osname:windows', ['PC-1']],
  ['os:windows', ['PC-1']],
  ['serialnumber:sn77', ['PC-1']],
  ['serialnumber:"sn 77"', ['PC-1']],
  ['location:hall', ['PC-2']],
  ['location:weld', ['PC-1']],
  ['in:"hall b1"', ['PC-1', 'PC-2']],
  ['in:weld', ['PC-1']],
  ['has:location', ['PC-1', 'PC-2']],
  ['-has:location', ['MC-1']],
  ['has:serialnumber', ['PC-1']],
  ['has:riskclass', ['PC-1']],
  ['riskclass:high', ['PC-1']],
  ['custom.riskclass:dell', ['PC-1']],
  ['cf_riskclass:dell', ['PC-1']],
  ['has:cf_riskclass', ['PC-1']],
  ['-cf_riskclass:dell hall-pc', []],
  ['riskclass:"dell high" vendor:dell hall', ['PC-1']],
  ['vendor:hall', []],
])('the search %s restricts words to a field', async (query, expected) => {
  expect(await find(query)).toEqual(expected);
});

test('an unknown key is text', async () => {
  expect(await find('unknown:dell')).toEqual([]);
  expect([await find('order:77'), await find('3:4')]).toEqual([['MC-1'], ['MC-1']]);
  expect(await find('has:nothing')).toEqual([]);
});

test('a list of one type and the lists without assets know their own keys', async () => {
  const { data: computers } = await site.admin.get('/api/computers?search=vendor:dell%20in:hall');
  expect(computers.map(({ assetnumber }: { assetnumber: string }) => assetnumber)).toEqual(['PC-1']);
  const total = async (path: string) => (await site.admin.get(path)).meta.pagination.total;
  expect(await total('/api/locations?search=in:hall')).toBe(1);
  expect(await total('/api/locations?search=location:hall')).toBe(1);
  expect(await total('/api/vendors?search=vendor:dell|hp')).toBe(2);
});

test('the hit of a key names its field', async () => {
  const hits = (await site.admin.get('/api/search?q=vendor:dell')).data;
  expect(hits.find(({ kind }: { kind: string }) => kind === 'asset').matched).toEqual({
    field: 'vendorid',
    title: 'Vendor',
    text: 'Dell',
  });
});

test('a misspelled value of a key is tolerated like a word', async () => {
  expect(await find('location:wedl')).toEqual([]);
  expect(await find('status:brokne')).toEqual(['PC-2']);
  expect(await find('name:brokne')).toEqual(['MC-1']);
});

test('a renamed custom field is searched by its new name', async () => {
  const fields = (await site.admin.get('/api/customfields')).data;
  const { customfieldid } = fields.find(({ fieldname }: { fieldname: string }) => fieldname === 'riskclass');
  await site.admin.put(`/api/customfields/${customfieldid}`, { label: 'Danger' });
  expect([await find('danger:high'), await find('riskclass:high')]).toEqual([['PC-1'], ['PC-1']]);
  await site.admin.put(`/api/customfields/${customfieldid}`, { label: 'Risk class' });
});
