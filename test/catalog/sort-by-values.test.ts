import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let typeid: number;
let vendors: Record<string, number>;
const own: number[] = [];

beforeAll(async () => {
  site = await startSite();
  const types = (await site.admin.get('/api/assets/types?per_page=100')).data;
  typeid = types.find(({ assettype }: { assettype: string }) => assettype === 'Other').assettypeid;
  const create = async (vendor: string) => (await site.admin.post('/api/vendors', { vendor })).data.vendorid;
  vendors = { Acme: await create('Acme'), zenith: await create('zenith') };
});
afterAll(() => site.stop());

async function createAsset(assetnumber: string, fields: object): Promise<void> {
  const { data } = await site.admin.post('/api/assets', { assetnumber, assettypeid: typeid, ...fields });
  own.push(data.assetid);
}

/** Returns the numbers of the created assets in the order of a list. */
async function listNumbers(query: string): Promise<string[]> {
  const { data } = await site.admin.get(`/api/assets?per_page=100&${query}`);
  return data
    .filter(({ assetid }: { assetid: number }) => own.includes(assetid))
    .map(({ assetnumber }: { assetnumber: string }) => assetnumber);
}

test('texts sort in any letter case, by the number at their end, and last without a value', async () => {
  await createAsset('T-1', { serialnumber: 'SN-10', supplierid: vendors.zenith });
  await createAsset('T-2', { serialnumber: 'sn-2', supplierid: vendors.Acme });
  await createAsset('T-3', {});
  await createAsset('T-4', { serialnumber: 'AB-7' });
  expect(await listNumbers('sort=serialnumber')).toEqual(['T-4', 'T-2', 'T-1', 'T-3']);
  expect(await listNumbers('sort=serialnumber&dir=desc')).toEqual(['T-3', 'T-1', 'T-2', 'T-4']);
  expect(await listNumbers('sort=supplierid')).toEqual(['T-2', 'T-1', 'T-3', 'T-4']);
  expect(await listNumbers('sort=serialnumber&search=sn')).toEqual(['T-2', 'T-1']);
  expect(await listNumbers('sort=serialnumber&serialnumber__empty=false&per_page=2')).toEqual(['T-4', 'T-2']);
});

test('each column of each list sorts', async () => {
  const { data: registers } = await site.admin.get('/api/registers');
  const unsortable = registers.flatMap(
    ({ name, fields }: { name: string; fields: Record<string, unknown>[] }) =>
      fields
        .filter(({ list, sortable }) => list !== 'never' && !sortable)
        .map((field) => `${name}.${field.name}`),
  );
  expect(unsortable).toEqual(['supportteams.webhookurl']);
});

test('the order of personal values is hidden from callers who may not see the values', async () => {
  const anonymousStatus = async () => (await site.anonymous.get('/api/computers?sort=loggedinuser')).status;
  expect(await anonymousStatus()).toBe(200);
  await site.admin.put('/api/settings/anonymous_read', { value: 'basic' });
  expect(await anonymousStatus()).toBe(401);
  expect((await site.admin.get('/api/computers?sort=loggedinuser')).status).toBe(200);
});
