import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from './support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('only a signed-in admin loads and removes demo data', async () => {
  const user = await site.userWith('assets.edit');
  const { data } = await site.admin.post('/api/apitokens', { name: 'script' });
  const token = site.anonymous.bearer(data.secret);
  for (const [client, status] of [
    [site.anonymous, 401],
    [user, 403],
    [token, 403],
  ] as const) {
    expect((await client.post('/api/demo')).status).toBe(status);
    expect((await client.delete('/api/demo')).status).toBe(status);
  }
  expect((await user.get('/api/demo')).status).toBe(403);
  expect((await site.admin.get('/api/demo')).data).toMatchObject({
    state: 'none',
    records: 0,
    removal: null,
  });
});

test('a load is refused while the plant has required custom fields or assets of its own', async () => {
  const [type] = (await site.admin.get('/api/assets/types')).data;
  const field = { fieldname: 'costcenter', label: 'Cost center', fieldtype: 'text', isrequired: true };
  const { customfieldid } = (await site.admin.post('/api/customfields', field)).data;
  const missing = await site.admin.post('/api/demo');
  expect([missing.status, missing.error.code]).toEqual([409, 'CONFLICT']);
  expect(missing.error.message).toContain('Cost center');
  expect((await site.admin.delete(`/api/customfields/${customfieldid}`)).status).toBe(200);
  expect((await site.admin.get('/api/demo')).data.canload).toBe(true);
  await site.admin.post('/api/assets', { assetnumber: 'OWN-7', assettypeid: type.assettypeid });
  const refused = await site.admin.post('/api/demo');
  expect([refused.status, refused.error.code]).toEqual([409, 'CONFLICT']);
  expect(refused.error.message).toContain('OWN-7');
  expect((await site.admin.get('/api/demo')).data).toMatchObject({ state: 'none', canload: false });
  expect((await site.admin.delete('/api/demo')).status).toBe(404);
});
