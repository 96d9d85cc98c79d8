import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client, ClientResponse } from '../support/client.ts';
import { DAY, MINUTE } from '../support/clock.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

interface TokenCall {
  tokenid: number;
  path: string;
  answer: ClientResponse;
  caller: Client;
}

async function tokenBy(maker: Client, limits: object = {}): Promise<TokenCall> {
  const answer = await maker.post('/api/apitokens', { name: 't', ...limits });
  const { tokenid, secret } = answer.data;
  return { tokenid, answer, path: `/api/apitokens/${tokenid}`, caller: site.anonymous.bearer(secret) };
}

const inDays = (days: number) => new Date(site.clock.now().getTime() + days * DAY).toISOString();
const expectCeiling = (answer: ClientResponse) =>
  expect([answer.status, answer.error?.code]).toEqual([400, 'SCOPE_CEILING']);
const whoami = async ({ caller }: TokenCall) => (await caller.get('/api/auth/me')).status;

test('a scoped token cannot remove its own limits', async () => {
  const limits = {
    scopes: ['apitokens.create', 'assets.view'],
    resourcescopes: ['alpha'],
    expiresat: inDays(9),
  };
  const { caller, path } = await tokenBy(site.admin, limits);
  // Removing a limit leaves the current limit of the token in place.
  for (const wish of [{ scopes: null }, { resourcescopes: null }, { expiresat: null }])
    expect((await caller.put(path, wish)).data).toMatchObject(limits);
  expectCeiling(await caller.put(path, { scopes: ['apitokens.create', 'assets.edit'] }));
  expectCeiling(await caller.put(path, { resourcescopes: ['alpha', 'beta'] }));
  expectCeiling(await caller.put(path, { expiresat: inDays(10) }));
  expect((await caller.get('/api/users')).status).toBe(403);
  expect((await caller.get('/api/auth/me')).data.isadmin).toBe(false);
});

test('a token creates only tokens within its scopes, resource scopes and expiry', async () => {
  const limits = { scopes: ['apitokens.create'], resourcescopes: ['alpha'], expiresat: inDays(9) };
  const { caller } = await tokenBy(site.admin, limits);
  const heir = await tokenBy(caller);
  expect(heir.answer.data).toMatchObject(limits);
  expectCeiling((await tokenBy(caller, { resourcescopes: ['beta', 'alpha'] })).answer);
  expectCeiling((await tokenBy(caller, { expiresat: inDays(10) })).answer);
  expectCeiling((await tokenBy(caller, { scopes: ['assets.view'] })).answer);
  const sooner = await tokenBy(caller, { expiresat: inDays(1) });
  expect(sooner.answer.status).toBe(201);
});

test('resource scopes and expiry limit the tokens of a token without scopes', async () => {
  const limits = { resourcescopes: ['alpha'], expiresat: inDays(9) };
  const { caller } = await tokenBy(site.admin, limits);
  const service = { service: true, scopes: ['metrics.read'] };
  expect((await tokenBy(caller, service)).answer.data).toMatchObject(limits);
  expectCeiling((await tokenBy(caller, { ...service, resourcescopes: ['beta'] })).answer);
});

test('a narrow token can neither rename nor revoke a wider one', async () => {
  const wide = await tokenBy(site.admin);
  const { caller } = await tokenBy(site.admin, { scopes: ['apitokens.create'] });
  expectCeiling(await caller.put(wide.path, { name: 'renamed' }));
  expectCeiling(await caller.put(wide.path, { scopes: ['apitokens.create'] }));
  expectCeiling(await caller.delete(wide.path));
  expect(await whoami(wide)).toBe(200);
});

test('a revocation of a token revokes its children, and a child cannot restore its parent', async () => {
  const parent = await tokenBy(site.admin, { scopes: ['apitokens.create'] });
  const child = await tokenBy(parent.caller);
  const grandchild = await tokenBy(child.caller);
  await site.admin.delete(parent.path);
  for (const ended of [parent, child, grandchild]) expect(await whoami(ended)).toBe(401);
  expect((await child.caller.put(parent.path, { isactive: true })).status).toBe(401);
  // An admin enables the parent again. Its child tokens stay disabled until an admin enables them too.
  const early = await site.admin.put(child.path, { isactive: true });
  expect([early.status, early.error.code]).toEqual([409, 'CONFLICT']);
  expect((await site.admin.put(parent.path, { isactive: true })).status).toBe(200);
  expect([await whoami(parent), await whoami(child)]).toEqual([200, 401]);
  expect((await site.admin.put(child.path, { isactive: true })).status).toBe(200);
  expect([await whoami(child), await whoami(grandchild)]).toEqual([200, 401]);
});

test('a token cannot activate another token', async () => {
  const off = await tokenBy(site.admin);
  await site.admin.put(off.path, { isactive: false });
  const { caller } = await tokenBy(site.admin);
  const answer = await caller.put(off.path, { isactive: true });
  expect([answer.status, answer.error.code]).toEqual([409, 'CONFLICT']);
});

test('a child token loses the scopes and time that its parent loses', async () => {
  const scopes = ['apitokens.create', 'assets.view'];
  const parent = await tokenBy(site.admin, { scopes });
  const child = await tokenBy(parent.caller);
  await site.admin.put(parent.path, { scopes: ['apitokens.create'] });
  expect((await child.caller.get('/api/auth/me')).data.permissions).toEqual(['apitokens.create']);
  const soon = new Date(site.clock.now().getTime() + 5 * MINUTE).toISOString();
  await site.admin.put(parent.path, { expiresat: soon });
  expect(await whoami(child)).toBe(200);
  site.clock.advance(6 * MINUTE);
  expect((await child.caller.get('/api/auth/me')).error.code).toBe('TOKEN_EXPIRED');
});

test('a deactivation of a user revokes all tokens created by the user, and nothing restores them', async () => {
  const roles = (await site.admin.get('/api/auth/me')).data.roles;
  const { data: boss } = await site.admin.post('/api/users', {
    username: 'boss',
    email: 'boss@plant.example',
    password: 'correct horse',
    mustchangepassword: false,
    roles: [roles[0].roleid],
  });
  const asBoss = await site.anonymous.signIn('boss', 'correct horse');
  const token = await tokenBy(asBoss);
  const service = await tokenBy(token.caller, { service: true, scopes: ['metrics.read'] });
  expect((await service.caller.get('/api/metrics')).status).toBe(200);
  await site.admin.put(`/api/users/${boss.userid}`, { isactive: false });
  const early = await site.admin.put(token.path, { isactive: true });
  expect([early.status, early.error.code]).toEqual([409, 'CONFLICT']);
  await site.admin.put(`/api/users/${boss.userid}`, { isactive: true });
  expect(await whoami(token)).toBe(401);
  expect((await service.caller.get('/api/metrics')).status).toBe(401);
  expect((await site.admin.delete(`/api/users/${boss.userid}`)).status).toBe(200);
  const left = await site.admin.get('/api/apitokens?all=true');
  expect(left.data.map((one: { tokenid: number }) => one.tokenid)).not.toContain(service.tokenid);
});

test('the owner can rename and deactivate a child token with reduced scopes', async () => {
  const parent = await tokenBy(site.admin, { scopes: ['apitokens.create', 'assets.view'] });
  const child = await tokenBy(parent.caller);
  await site.admin.put(parent.path, { scopes: ['apitokens.create'] });
  const renamed = await site.admin.put(child.path, { name: 'narrowed' });
  expect(renamed.data).toMatchObject({ name: 'narrowed', scopes: ['apitokens.create'] });
  expectCeiling(await site.admin.put(child.path, { scopes: ['assets.view'] }));
  expect((await site.admin.put(child.path, { isactive: false })).data.isactive).toBe(false);
});
