import { afterAll, beforeAll, expect, test } from 'bun:test';
import { importFile, rowOutcomesOf } from '../support/imports.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let hall: number;
let vendorid: number;
const PURCHASE = {
  ordernumber: '4500-77',
  purchasedate: '2024-03-05',
  purchasecost: 1250.5,
  eoldate: '2029-03-31',
};

beforeAll(async () => {
  site = await startSite();
  hall = (await site.admin.post('/api/locations', { location: 'Hall P' })).data.locationid;
  vendorid = (await site.admin.post('/api/vendors', { vendor: 'Parts trader' })).data.vendorid;
});
afterAll(() => site.stop());

let made = 0;
const create = (values: object) =>
  site.admin.post('/api/assets', { assetnumber: `BUY-${++made}`, assettypeid: 1, ...values });

test('an asset keeps its purchase, and lists filter and sort by it', async () => {
  const { status, data } = await create({ ...PURCHASE, supplierid: vendorid, locationid: hall });
  expect(status).toBe(201);
  expect(data).toMatchObject({ ...PURCHASE, supplierid: vendorid, supplier: 'Parts trader' });
  const cheap = await create({ purchasecost: 3, purchasedate: '2023-12-31', locationid: hall });
  expect(cheap.status).toBe(201);
  const numbers = async (query: string) =>
    (await site.admin.get(`/api/assets?locationid=${hall}&${query}`)).data.map(
      (row: { assetid: number }) => row.assetid,
    );
  expect(await numbers(`supplierid=${vendorid}`)).toEqual([data.assetid]);
  expect(await numbers('purchasecost__gte=100')).toEqual([data.assetid]);
  expect(await numbers('purchasedate__lte=2023-12-31')).toEqual([cheap.data.assetid]);
  expect(await numbers('sort=purchasecost')).toEqual([cheap.data.assetid, data.assetid]);
  expect(await numbers('sort=eoldate&dir=desc')).toEqual([data.assetid, cheap.data.assetid]);
});

test.each([
  ['purchasecost', -1],
  ['purchasecost', 1.005],
  ['purchasedate', '31.12.2024'],
  ['eoldate', 'soon'],
  ['supplierid', 999_999],
])('the value %s=%p returns 400', async (field, value) => {
  const { status, data } = await create({ [field]: value });
  expect(status).toBe(400);
  expect(JSON.stringify(data)).toContain(field);
});

test('an import understands the headers of purchases in plain spreadsheets', async () => {
  const csv = 'assetnumber,Make,Room,Department,Purchased,Cost\nBUY-X,Parts trader,Hall P,,2024-03-05,10.5\n';
  const { data } = await importFile(site.admin, 'assets', csv, { skiperrors: 'true' });
  expect(data.mapping).toMatchObject({
    Make: 'vendorid',
    Room: 'locationid',
    Department: 'businessunitid',
    Purchased: 'purchasedate',
    Cost: 'purchasecost',
  });
});

test('callers with basic reading see no purchases', async () => {
  const { data } = await create({ ...PURCHASE, supplierid: vendorid });
  expect((await site.admin.put('/api/settings/anonymous_read', { value: 'basic' })).status).toBe(200);
  try {
    const seen = await site.anonymous.get(`/api/assets/${data.assetid}`);
    expect(seen.status).toBe(200);
    for (const field of [...Object.keys(PURCHASE), 'supplierid', 'supplier'])
      expect([field, seen.data[field] ?? null]).toEqual([field, null]);
    expect((await site.anonymous.get('/api/assets?sort=purchasecost')).status).toBe(401);
    expect((await site.anonymous.get('/api/assets?purchasecost__gte=1')).status).toBe(401);
    expect((await site.anonymous.get('/api/search?q=parts%20trader')).data.results ?? []).not.toContainEqual(
      expect.objectContaining({ type: 'asset' }),
    );
  } finally {
    await site.admin.put('/api/settings/anonymous_read', { value: 'full' });
  }
});

test('the report sums the costs by year, location and business unit', async () => {
  const locationid = (await site.admin.post('/api/locations', { location: 'Hall Q' })).data.locationid;
  for (const values of [
    { purchasedate: '2024-01-01', purchasecost: 0.1 },
    { purchasedate: '2024-12-31', purchasecost: 0.2 },
    { purchasedate: '2024-06-01' },
    { purchasecost: 7 },
    {},
  ])
    await create({ ...values, locationid });
  const retired = await create({ purchasecost: 1000, locationid });
  await site.admin.delete(`/api/assets/${retired.data.assetid}`);
  const { status, data } = await site.admin.get(`/api/reports/purchases?locationid=${locationid}`);
  expect(status).toBe(200);
  expect(data.rows ?? data).toEqual([
    { year: '2024', location: 'Hall Q', businessunit: null, count: 3, unpriced: 1, cost: 0.3 },
    { year: null, location: 'Hall Q', businessunit: null, count: 1, unpriced: 0, cost: 7 },
  ]);
  expect((await site.anonymous.get('/api/reports/purchases')).status).toBe(401);
});

test('an import of a Snipe-IT export fills the purchase', async () => {
  const csv =
    'Asset Tag,Category,Supplier,Order Number,Purchase Date,Purchase Cost,EOL Date\nSNIPE-1,Machine,Parts trader,PO 9,2025-02-01,99.90,2030-01-01\n';
  const done = await importFile(site.admin, 'assets', csv, { preset: 'snipeit', dryrun: 'false' });
  expect(rowOutcomesOf(done)).toEqual(['add']);
  const { data } = await site.admin.get('/api/assets?search=snipe');
  expect(data[0]).toMatchObject({
    assetnumber: 'SNIPE-1',
    supplier: 'Parts trader',
    ordernumber: 'PO 9',
    purchasedate: '2025-02-01',
    purchasecost: 99.9,
    eoldate: '2030-01-01',
  });
});
