import { afterAll, beforeAll, expect, test } from 'bun:test';
import { findAssets } from '../support/find-assets.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  const post = async (path: string, body: object) => (await site.admin.post(path, body)).data;
  const addField = (fieldname: string, label: string, fieldtype: string, issearchable = true) =>
    post('/api/customfields', { fieldname, label, fieldtype, issearchable });
  await addField('load', 'Load limit', 'number');
  await addField('inspected', 'Inspected on', 'date');
  await addField('secretload', 'Hidden load', 'number', false);
  await addField('certified', 'Certified', 'boolean');
  const saw = await post('/api/assets', {
    assettypeid: 2,
    assetnumber: 'MC-1',
    name: 'Saw',
    purchasedate: '2023-12-31',
    purchasecost: 500,
  });
  await post('/api/assets', {
    assettypeid: 2,
    assetnumber: 'MC-2',
    name: 'Saw of 2024',
    purchasedate: '2024-02-29',
    purchasecost: 1234.5,
  });
  await post('/api/network', { assetnumber: 'PC-1', name: 'saw-pc', portcount: 48 });
  await post('/api/network', { assetnumber: 'PC-2', ispoe: true });
  await post('/api/computers', { assetnumber: 'PC-3', cf_certified: true });
  await post('/api/operatingsystems', { osname: 'Windows 7', endofsupport: '2020-01-14' });
  const values = { load: 1500, inspected: '2026-01-05', secretload: 77, certified: false };
  await site.admin.put(`/api/assets/${saw.assetid}/customfields`, { values });
});
afterAll(() => site.stop());

const find = (query: string) => findAssets(site, query);

test.each([
  ['cf_load>1000', ['MC-1']],
  ['cf_inspected:2026', ['MC-1']],
  ['purchasedate:2024', ['MC-2']],
  ['purchasedate:2024-02', ['MC-2']],
  ['purchasedate:2024-02-29', ['MC-2']],
  ['purchasedate:29.2.2024', ['MC-2']],
  ['purchasedate:2023|2024', ['MC-1', 'MC-2']],
  ['purchasedate<2024', ['MC-1']],
  ['purchasedate<=2024', ['MC-1', 'MC-2']],
  ['purchasedate>2023-12-31', ['MC-2']],
  ['purchasedate>=2023-12-31', ['MC-1', 'MC-2']],
  ['purchasedate>today', []],
  ['"purchasedate:2024"', []],
  ['PurchaseCost:>500', ['MC-2']],
  ['cost>=500 cost<600', ['MC-1']],
  ['cost:500', ['MC-1']],
  ['cost:50', []],
  ['cost:1,234.50', ['MC-2']],
  ['cost:1234,5', ['MC-2']],
  ['saw cost>500', ['MC-2']],
  ['saw -cost>500', ['MC-1', 'PC-1']],
  ['-cost>500', ['MC-1', 'PC-1', 'PC-2', 'PC-3']],
  ['has:purchasecost', ['MC-1', 'MC-2']],
  ['saw -has:purchasecost', ['PC-1']],
  ['ports>8', ['PC-1']],
  ['load>1000', ['MC-1']],
  ['loadlimit:1500', ['MC-1']],
  ['load:15', []],
  ['inspected:2026-01', ['MC-1']],
  ['inspected<2026', []],
  ['has:load', ['MC-1']],
  ['-has:load', ['MC-2', 'PC-1', 'PC-2', 'PC-3']],
  ['secretload:77', []],
  ['certified:yes', ['PC-3']],
  ['certified:True', ['PC-3']],
  ['certified:no', ['MC-1']],
  ['cf_certified:false', ['MC-1']],
  ['certified:yes|no', ['MC-1', 'PC-3']],
  ['saw -certified:no', ['MC-2', 'PC-1']],
  ['certified:y', ['PC-3']],
  ['has:certified', ['MC-1', 'PC-3']],
  ['certified:perhaps', []],
  ['ispoe:yes', ['PC-2']],
  ['ispoe:no', ['PC-1']],
  ['type:switch ispoe:yes', []],
  ['cost>plenty', []],
  ['unknown>5', []],
])('the search %s compares dates, numbers and choices', async (query, expected) => {
  expect(await find(query)).toEqual(expected);
});

test('a search compares points in time by days of the plant', async () => {
  const { data } = await site.admin.get('/api/assets?per_page=1');
  const day = new Date(data[0].createddate).toLocaleDateString('sv');
  expect(await find(`createddate:${day}`)).toEqual(['MC-1', 'MC-2', 'PC-1', 'PC-2', 'PC-3']);
  expect(await find(`created<${day}`)).toEqual([]);
  expect(await find('created:today')).toEqual(['MC-1', 'MC-2', 'PC-1', 'PC-2', 'PC-3']);
});

test('a hit of the global search names the date or number by which it was found', async () => {
  const { data } = await site.admin.get(`/api/search?q=${encodeURIComponent('cost>1000')}`);
  expect(data).toMatchObject([
    { title: 'Saw of 2024', matched: { field: 'purchasecost', title: 'Purchase cost', text: '1234.5' } },
  ]);
  const flag = await site.admin.get(`/api/search?q=${encodeURIComponent('certified:no')}`);
  expect(flag.data).toMatchObject([
    { title: 'Saw', matched: { field: 'custom.certified', title: 'Certified', text: 'No' } },
  ]);
  const old = await site.admin.get(`/api/search?q=${encodeURIComponent('supporteduntil<2021 windows')}`);
  expect(old.data.map(({ title }: { title: string }) => title)).toEqual(['Windows 7']);
});

test('a search with dates and numbers can be counted, sorted and filtered', async () => {
  const list = (query: string) =>
    site.admin.get(`/api/assets?search=${encodeURIComponent('saw cost>1')}${query}`);
  const { data, meta } = await list('&sort=purchasecost&dir=desc&per_page=1');
  expect([data[0].assetnumber, meta?.pagination?.total]).toEqual(['MC-2', 2]);
  expect((await list('&purchasedate__lte=2023-12-31')).meta?.pagination?.total).toBe(1);
});

test('the completion offers dates, numbers and choices as keys', async () => {
  const complete = async (q: string, list?: string) => {
    const query = new URLSearchParams({ q, ...(list && { list }) });
    const { data } = await site.admin.get(`/api/search/completions?${query}`);
    return data.completions.map(({ text }: { text: string }) => text);
  };
  expect(await complete('purchased')).toEqual(['purchasedate:']);
  expect(await complete('has:purchasec')).toEqual(['has:purchasecost']);
  expect(await complete('memo', 'computers')).toEqual(['memory:']);
  expect(await complete('memo', 'machines')).toEqual([]);
  expect(await complete('loadl')).toEqual(['loadlimit:']);
  expect(await complete('certified:')).toEqual(['certified:Yes', 'certified:No']);
  expect(await complete('saw ispoe:n', 'networkdevices')).toEqual(['saw ispoe:No']);
});

test('a caller that may not read a date or number cannot find by it', async () => {
  await site.admin.put('/api/settings/anonymous_read', { value: 'basic' });
  const find = async (search: string) =>
    (await site.anonymous.get(`/api/assets?search=${encodeURIComponent(search)}`)).data;
  expect(await find('cost>0')).toEqual([]);
  expect(await find('has:cost')).toEqual([]);
  expect((await find('saw -cost>0')).length).toBe((await find('saw')).length);
  expect((await find('ports>8')).length).toBe(1);
});
