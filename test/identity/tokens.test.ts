import { afterAll, beforeAll, expect, test } from 'bun:test';
import { DAY, MINUTE } from '../support/clock.ts';
import { PASSWORD, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('a token returns its secret once and acts as its owner', async () => {
  const created = await site.admin.post('/api/apitokens', { name: 'script' });
  expect(created.status).toBe(201);
  expect(created.data.secret).toMatch(/^mw_pat_[A-Za-z0-9]{8}_[A-Za-z0-9_-]{43}$/);
  const script = site.anonymous.bearer(created.data.secret);
  expect((await script.get('/api/users')).status).toBe(200);
  const listed = await site.admin.get('/api/apitokens');
  expect(listed.text).not.toContain(created.data.secret);
  const own = listed.data.find((token: { name: string }) => token.name === 'script');
  expect(own).toMatchObject({ kind: 'personal', lastusedip: '127.0.0.1' });
  expect(own.lastuseddate).not.toBeNull();
});

test('a scoped token of an admin has only its scopes', async () => {
  const { data } = await site.admin.post('/api/apitokens', {
    name: 'reader',
    scopes: ['assets.view', 'apitokens.create'],
  });
  const script = site.anonymous.bearer(data.secret);
  expect((await script.get('/api/search?q=abc')).status).toBe(200);
  expect((await script.get('/api/users')).status).toBe(403);
  expect((await script.post('/api/vendors', { vendor: 'Nobody' })).status).toBe(403);
  const child = await script.post('/api/apitokens', { name: 'child', scopes: ['assets.edit'] });
  expect(child.error.code).toBe('SCOPE_CEILING');
  const heir = await script.post('/api/apitokens', { name: 'heir' });
  expect(heir.data.scopes).toEqual(['assets.view', 'apitokens.create']);
});

test('scopes above those of the owner are refused and listed for the owner and an admin', async () => {
  const user = await site.userWith('apitokens.create', 'assets.view');
  const above = await user.post('/api/apitokens', { name: 'x', scopes: ['assets.view', 'assets.edit'] });
  expect([above.status, above.error.code, above.error.details.scopes]).toEqual([
    400,
    'SCOPE_CEILING',
    ['assets.edit'],
  ]);
  const { data } = await user.post('/api/apitokens', { name: 'x', scopes: ['assets.view'] });
  const byAdmin = await site.admin.put(`/api/apitokens/${data.tokenid}`, { scopes: ['assets.edit'] });
  expect(byAdmin.error.code).toBe('SCOPE_CEILING');
});

test('unknown and empty scopes return 400, and null means unlimited', async () => {
  for (const scopes of [[], ['assets.fly']]) {
    expect((await site.admin.post('/api/apitokens', { name: 'x', scopes })).error.code).toBe(
      'VALIDATION_ERROR',
    );
  }
  expect((await site.admin.post('/api/apitokens', { name: 'x', scopes: null })).data.scopes).toBeNull();
});

test('a token loses the permissions that its owner loses', async () => {
  const user = await site.userWith('apitokens.create', 'assets.view');
  const { data } = await user.post('/api/apitokens', { name: 'x', scopes: ['assets.view'] });
  const script = site.anonymous.bearer(data.secret);
  expect((await script.get('/api/search?q=abc')).status).toBe(200);
  const { roles } = (await user.get('/api/auth/me')).data;
  await site.admin.put(`/api/users/roles/${roles[0].roleid}`, { permissions: ['apitokens.create'] });
  expect((await script.get('/api/search?q=abc')).status).toBe(403);
});

test('a revoked, expired or orphaned token returns 401 on public routes', async () => {
  const user = await site.userWith('apitokens.create');
  const { userid } = (await user.get('/api/auth/me')).data;
  const revoked = (await user.post('/api/apitokens', { name: 'revoked' })).data;
  const orphan = (await user.post('/api/apitokens', { name: 'orphan' })).data;
  const expiring = (
    await site.admin.post('/api/apitokens', {
      name: 'expiring',
      expiresat: new Date(site.clock.now().getTime() + 5 * MINUTE).toISOString(),
    })
  ).data;
  const read = (secret: string) => site.anonymous.bearer(secret).get('/api/vendors');
  for (const token of [revoked, orphan, expiring]) expect((await read(token.secret)).status).toBe(200);
  await user.delete(`/api/apitokens/${revoked.tokenid}`);
  await site.admin.put(`/api/users/${userid}`, { isactive: false });
  site.clock.advance(6 * MINUTE);
  expect((await read(revoked.secret)).error.code).toBe('TOKEN_REVOKED');
  expect((await read(orphan.secret)).status).toBe(401);
  expect((await read(expiring.secret)).error.code).toBe('TOKEN_EXPIRED');
  expect((await read(`${revoked.secret.slice(0, -1)}x`)).status).toBe(401);
});

test('the token list contains own tokens, and all tokens only for an admin', async () => {
  const user = await site.userWith('apitokens.create');
  await user.post('/api/apitokens', { name: 'mine' });
  expect((await user.get('/api/apitokens')).data).toHaveLength(1);
  expect((await user.get('/api/apitokens?all=true')).status).toBe(403);
  const all = (await site.admin.get('/api/apitokens?all=true')).data;
  expect(all.find((token: { name: string }) => token.name === 'mine').username).toMatch(/^user/);
  const foreign = (await site.admin.post('/api/apitokens', { name: 'foreign' })).data;
  expect((await user.put(`/api/apitokens/${foreign.tokenid}`, { name: 'stolen' })).status).toBe(403);
  expect((await user.delete(`/api/apitokens/${foreign.tokenid}`)).status).toBe(403);
});

test('only an admin creates service tokens, which accept only service scopes', async () => {
  const user = await site.userWith('apitokens.create');
  expect(
    (await user.post('/api/apitokens', { name: 's', service: true, scopes: ['collector.ingest'] })).status,
  ).toBe(403);
  expect(
    (await site.admin.post('/api/apitokens', { name: 's', service: true, scopes: ['assets.view'] })).status,
  ).toBe(400);
  expect((await site.admin.post('/api/apitokens', { name: 's', service: true })).status).toBe(400);
  const { data } = await site.admin.post('/api/apitokens', {
    name: 's',
    service: true,
    scopes: ['collector.ingest'],
  });
  expect(data.secret).toMatch(/^mw_svc_/);
  for (const client of [
    site.anonymous.with({ 'x-api-key': data.secret }),
    site.anonymous.bearer(data.secret),
  ]) {
    expect((await client.get('/api/collector/status')).status).toBe(200);
    expect((await client.get('/api/search?q=abc')).status).toBe(403);
    expect((await client.get('/api/auth/me')).status).toBe(403);
  }
});

test('a token accepts a date as expiry and can be deactivated and activated', async () => {
  const day = new Date(site.clock.now().getTime() + 3 * DAY).toISOString().slice(0, 10);
  const { data } = await site.admin.post('/api/apitokens', { name: 'until', expiresat: day });
  expect(data.expiresat).toBe(`${day}T00:00:00.000Z`);
  await site.admin.put(`/api/apitokens/${data.tokenid}`, { isactive: false });
  expect((await site.anonymous.bearer(data.secret).get('/api/auth/me')).status).toBe(401);
  await site.admin.put(`/api/apitokens/${data.tokenid}`, { isactive: true });
  expect((await site.anonymous.bearer(data.secret).get('/api/auth/me')).status).toBe(200);
});

test('the server refuses a token that is already expired', async () => {
  const now = site.clock.now().getTime();
  for (const expiresat of [
    new Date(now - MINUTE).toISOString(),
    new Date(now).toISOString(),
    new Date(now - DAY).toISOString().slice(0, 10),
  ])
    for (const kind of [{}, { service: true, scopes: ['metrics.read'] }]) {
      const { status, error } = await site.admin.post('/api/apitokens', { name: 'late', expiresat, ...kind });
      expect([expiresat, status, error.code]).toEqual([expiresat, 400, 'VALIDATION_ERROR']);
      expect(error.details.issues[0].path).toBe('expiresat');
    }
  const { data } = await site.admin.get('/api/apitokens');
  expect(data.filter(({ name }: { name: string }) => name === 'late')).toEqual([]);
});

test('a password set by an admin ends the sessions and must be changed', async () => {
  const user = await site.userWith('assets.view');
  const { userid, username } = (await user.get('/api/auth/me')).data;
  await site.admin.put(`/api/users/${userid}`, { password: 'set by the admin' });
  expect((await user.get('/api/auth/me')).status).toBe(401);
  const again = await site.anonymous.signIn(username, 'set by the admin');
  expect(again.session.user.mustchangepassword).toBe(true);
  expect(PASSWORD).not.toBe('set by the admin');
});
