import { afterAll, beforeAll, expect, test } from 'bun:test';
import { MINUTE } from './support/clock.ts';
import { eventually } from './support/receivers.ts';
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

test('a script records what it creates as demo data until it ends or is idle for two minutes', async () => {
  const own = await startSite();
  try {
    const readState = async () => (await own.admin.get('/api/demo')).data;
    const begin = async () => (await own.admin.post('/api/demo/scripts')).data.requestid as string;
    const requestid = await begin();
    const script = own.admin.with({ 'x-request-id': requestid });
    await script.post('/api/vendors', { vendor: 'Of the script' });
    await own.admin.post('/api/vendors', { vendor: 'Of a user' });
    expect(await readState()).toMatchObject({ state: 'loading', records: 1, startedby: 'admin' });
    expect((await own.admin.delete('/api/demo')).status).toBe(409);
    expect((await own.admin.post('/api/demo/scripts/other/end')).status).toBe(404);
    own.clock.advance(2 * MINUTE);
    expect((await readState()).state).toBe('incomplete');
    const later = await begin();
    expect((await own.admin.post(`/api/demo/scripts/${requestid}/end`)).status).toBe(404);
    const ended = await own.admin.post(`/api/demo/scripts/${later}/end`);
    expect([ended.status, ended.data.state]).toEqual([200, 'loaded']);
    expect((await own.admin.delete('/api/demo')).status).toBe(202);
    await eventually(async () => (await readState()).state === 'none', 'the removal');
    const { data: vendors } = await own.admin.get('/api/vendors');
    expect(vendors).toMatchObject([{ vendor: 'Of a user' }]);
    const [type] = (await own.admin.get('/api/assets/types')).data;
    await own.admin.post('/api/assets', { assetnumber: 'OWN-8', assettypeid: type.assettypeid });
    expect((await own.admin.post('/api/demo/scripts')).status).toBe(409);
  } finally {
    await own.stop();
  }
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
