import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { ClientResponse } from '../support/client.ts';
import { PASSWORD, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const undo = (answer: ClientResponse) =>
  site.admin.post(`/api/auditlogs/${answer.headers.get('x-audit-id')}/undo`);
const expectRefused = (answer: ClientResponse) =>
  expect([answer.status, answer.error?.code]).toEqual([409, 'CONFLICT']);

test('sessions stay revoked after an undo when a deactivation or a new password revoked them', async () => {
  const { data: eve } = await site.admin.post('/api/users', {
    username: 'eve',
    email: 'eve@plant.example',
    password: PASSWORD,
    mustchangepassword: false,
    roles: [],
  });
  const before = await site.anonymous.signIn('eve', PASSWORD);
  const off = await site.admin.put(`/api/users/${eve.userid}`, { isactive: false });
  const on = await site.admin.put(`/api/users/${eve.userid}`, { isactive: true });
  const between = await site.anonymous.signIn('eve', PASSWORD);
  await undo(on);
  await undo(off);
  await site.admin.put(`/api/users/${eve.userid}`, { password: `${PASSWORD}-2` });
  for (const old of [before, between]) expect((await old.get('/api/auth/me')).status).toBe(401);
});

test('the server returns 409 when an undo needs a name in use or a deleted reference', async () => {
  const { data: first } = await site.admin.post('/api/vendors', { vendor: 'UA' });
  const renamed = await site.admin.put(`/api/vendors/${first.vendorid}`, { vendor: 'UB' });
  await site.admin.post('/api/vendors', { vendor: 'UA' });
  expectRefused(await undo(renamed));

  const { data: gone } = await site.admin.post('/api/vendors', { vendor: 'UC' });
  const deleted = await site.admin.delete(`/api/vendors/${gone.vendorid}`);
  await site.admin.post('/api/vendors', { vendor: 'UC' });
  expectRefused(await undo(deleted));

  const { data: maker } = await site.admin.post('/api/vendors', { vendor: 'UD' });
  const { data: model } = await site.admin.post('/api/models', {
    modelnumber: 'M',
    vendorid: maker.vendorid,
  });
  const cleared = await site.admin.put(`/api/models/${model.modelnumberid}`, { vendorid: null });
  expect(cleared.error).toBeUndefined();
  await site.admin.delete(`/api/vendors/${maker.vendorid}`);
  expectRefused(await undo(cleared));
});

test('the server refuses a cycle of locations or business units by an edit and by an undo', async () => {
  for (const [path, name, parent, key] of [
    ['/api/locations', 'location', 'parentlocationid', 'locationid'],
    ['/api/businessunits', 'businessunit', 'parentbusinessunitid', 'businessunitid'],
  ] as const) {
    const b = (await site.admin.post(path, { [name]: 'Circle B' })).data[key];
    const a = (await site.admin.post(path, { [name]: 'Circle A', [parent]: b })).data[key];
    const moved = await site.admin.put(`${path}/${a}`, { [parent]: null });
    expect((await site.admin.put(`${path}/${b}`, { [parent]: a })).error).toBeUndefined();
    expectRefused(await undo(moved));
    const itself = await site.admin.put(`${path}/${a}`, { [parent]: a });
    expect([itself.status, itself.error.details.issues[0].path]).toEqual([400, parent]);
    expect((await site.admin.put(`${path}/${a}`, { [parent]: b })).status).toBe(400);
  }
});

test('an undo succeeds when two imported changes have the same time stamp', async () => {
  const importing = site.admin.with({ 'x-import-mode': 'true' });
  const stamp = { modifieddate: '2099-01-01T00:00:00.000Z' };
  const { data } = await importing.post('/api/assets', { assetnumber: 'I-1', assettypeid: 2, ...stamp });
  for (const name of ['One', 'Two']) {
    const edit = await site.admin.put(`/api/assets/${data.assetid}`, { name });
    expect((await undo(edit)).error).toBeUndefined();
    await importing.put(`/api/assets/${data.assetid}`, { notes: name, ...stamp });
  }
});
