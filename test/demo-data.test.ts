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

test('a load is refused when an asset of the plant has the number of a demo asset', async () => {
  const [type] = (await site.admin.get('/api/assets/types')).data;
  await site.admin.post('/api/assets', { assetnumber: 'pc-000007', assettypeid: type.assettypeid });
  const refused = await site.admin.post('/api/demo');
  expect([refused.status, refused.error.code]).toEqual([409, 'CONFLICT']);
  expect(refused.error.message).toContain('PC-000007');
  expect((await site.admin.get('/api/demo')).data.state).toBe('none');
  expect((await site.admin.delete('/api/demo')).status).toBe(404);
});
