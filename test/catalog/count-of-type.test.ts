import { afterEach, beforeEach, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
afterEach(() => site.stop());

const COMPUTERS = [
  { assetnumber: 'PC-1', purchasedate: '2019-05-01', hostname: 'LINE-1' },
  { assetnumber: 'PC-2', purchasedate: '2021-05-01', hostname: 'LINE-2' },
  { assetnumber: 'PC-3' },
];

beforeEach(async () => {
  site = await startSite();
  for (const computer of COMPUTERS)
    expect((await site.admin.post('/api/computers', computer)).status).toBe(201);
  await site.admin.post('/api/machines', { assetnumber: 'M-1', purchasedate: '2019-05-01' });
});

const readTotal = async (query = ''): Promise<number> =>
  (await site.admin.get(`/api/computers?per_page=1${query}`)).meta.pagination.total;

test('the list of a type counts its active assets, by values of the asset and by its own', async () => {
  expect(await readTotal()).toBe(3);
  expect(await readTotal('&purchasedate__lte=2020-01-01')).toBe(1);
  expect(await readTotal('&purchasedate__empty=true')).toBe(1);
  expect(await readTotal('&hostname__contains=line')).toBe(2);
  expect(await readTotal('&hostname__contains=line&purchasedate__lte=2020-01-01')).toBe(1);
  expect(await readTotal('&search=purchasedate<2020')).toBe(1);
  const { data } = await site.admin.get('/api/computers?assetnumber__in=PC-1');
  await site.admin.delete(`/api/computers/${data[0].computerid}`);
  expect(await readTotal()).toBe(2);
  expect(await readTotal('&active=false')).toBe(3);
  expect(await readTotal('&purchasedate__lte=2020-01-01')).toBe(0);
  expect(await readTotal('&active=false&purchasedate__lte=2020-01-01')).toBe(1);
});

test('the list of a type does not count an asset without a row of the type', async () => {
  site.app.host.db.writeUnaudited((tx) =>
    tx.runUnjournaled(
      "DELETE FROM computers WHERE assetid = (SELECT assetid FROM assets WHERE assetnumber = 'PC-1')",
    ),
  );
  expect(await readTotal()).toBe(2);
  expect(await readTotal('&purchasedate__lte=2020-01-01')).toBe(0);
});
