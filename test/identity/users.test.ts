import { afterAll, beforeAll, expect, test } from 'bun:test';
import { PASSWORD, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const person = (username: string, more: object = {}) => ({
  username,
  email: `${username}@plant.example`,
  password: PASSWORD,
  sendwelcome: false,
  ...more,
});

test('a creation of a user returns the whole record without the password', async () => {
  const created = await site.admin.post('/api/users', person('anna', { firstname: 'Anna' }));
  expect(created.status).toBe(201);
  expect(created.data).toMatchObject({
    username: 'anna',
    firstname: 'Anna',
    isactive: true,
    mustchangepassword: true,
    roles: [],
  });
  expect(created.text).not.toContain(PASSWORD);
  expect(created.text).not.toContain('argon2');
});

test('the user list contains inactive users, is sorted by name and has no pages', async () => {
  await site.admin.post('/api/users', person('zoe', { isactive: false }));
  const { data, meta } = await site.admin.get('/api/users');
  const names = data.map((user: { username: string }) => user.username);
  expect(names).toEqual([...names].sort());
  expect(names).toContain('zoe');
  expect(meta.pagination).toBeUndefined();
});

test('the server returns 409 and names the field when a user name or email address exists', async () => {
  expect((await site.admin.post('/api/users', person('berta'))).status).toBe(201);
  const name = await site.admin.post('/api/users', person('BERTA', { email: 'other@plant.example' }));
  expect([name.status, name.error.details.field]).toEqual([409, 'username']);
  const mail = await site.admin.post('/api/users', person('other', { email: 'berta@PLANT.example' }));
  expect([mail.status, mail.error.details.field]).toEqual([409, 'email']);
});

test('a user reads and changes only the own record except roles, state and locks', async () => {
  const user = await site.userWith('assets.view');
  const { userid } = (await user.get('/api/auth/me')).data;
  expect((await user.get('/api/users/1')).status).toBe(403);
  expect((await user.get(`/api/users/${userid}`)).status).toBe(200);
  expect((await user.put(`/api/users/${userid}`, { firstname: 'Own' })).data.firstname).toBe('Own');
  for (const forbidden of [{ roles: [1] }, { isactive: true }, { unlock: true }]) {
    expect((await user.put(`/api/users/${userid}`, forbidden)).status).toBe(403);
  }
  expect((await user.put('/api/users/1', { firstname: 'Mine' })).status).toBe(403);
  expect((await site.admin.get('/api/users/99999')).status).toBe(404);
});

test('an admin cannot delete the own account or deactivate the last admin', async () => {
  expect((await site.admin.delete('/api/users/1')).status).toBe(409);
  expect((await site.admin.put('/api/users/1', { isactive: false })).status).toBe(409);
  expect((await site.admin.put('/api/users/1', { roles: [] })).status).toBe(409);
  expect((await site.admin.get('/api/auth/me')).data.isadmin).toBe(true);
});

test('a deleted user loses all tokens, and audit rows keep only the name', async () => {
  const user = await site.userWith('apitokens.create');
  const { userid, username } = (await user.get('/api/auth/me')).data;
  const token = (await user.post('/api/apitokens', { name: 'script' })).data;
  expect((await site.admin.delete(`/api/users/${userid}`)).data).toEqual({ deleted: userid });
  expect((await user.get('/api/auth/me')).status).toBe(401);
  expect((await site.anonymous.bearer(token.secret).get('/api/auth/me')).status).toBe(401);
  const audit = await site.admin.get('/api/auditlogs?action=identity.token.created');
  expect(audit.data.find((row: { username: string }) => row.username === username)).toMatchObject({
    userid: null,
  });
});

test('a role lists permissions and user count, and an existing name returns 409', async () => {
  const created = await site.admin.post('/api/users/roles', {
    rolename: 'Stores',
    color: 'teal',
    permissions: ['assets.view', 'assets.edit'],
  });
  expect(created.status).toBe(201);
  expect(created.data).toMatchObject({
    rolename: 'Stores',
    permissions: ['assets.edit', 'assets.view'],
    usercount: 0,
    isadmin: false,
  });
  expect((await site.admin.post('/api/users/roles', { rolename: 'stores' })).status).toBe(409);
  const unknown = await site.admin.post('/api/users/roles', { rolename: 'Odd', permissions: ['assets.fly'] });
  expect(unknown.error.details.issues[0].path).toBe('permissions');
  const changed = await site.admin.put(`/api/users/roles/${created.data.roleid}`, {
    permissions: ['assets.view'],
  });
  expect(changed.data.permissions).toEqual(['assets.view']);
});

test('the admin role keeps its permissions, and neither it nor an assigned role is deleted', async () => {
  const admin = (await site.admin.get('/api/users/roles')).data.find(
    (role: { isadmin: boolean }) => role.isadmin,
  );
  expect((await site.admin.put(`/api/users/roles/${admin.roleid}`, { permissions: [] })).status).toBe(409);
  expect(
    (await site.admin.put(`/api/users/roles/${admin.roleid}`, { description: 'May do everything here' }))
      .status,
  ).toBe(200);
  expect((await site.admin.delete(`/api/users/roles/${admin.roleid}`)).status).toBe(409);
  const user = await site.userWith('assets.view');
  const { roles } = (await user.get('/api/auth/me')).data;
  expect((await site.admin.delete(`/api/users/roles/${roles[0].roleid}`)).error.code).toBe('IN_USE');
});

test('a permission that is removed from a role is missing at the next request', async () => {
  const user = await site.userWith('assets.view');
  expect((await user.get('/api/search?q=abc')).status).toBe(200);
  const { roles } = (await user.get('/api/auth/me')).data;
  await site.admin.put(`/api/users/roles/${roles[0].roleid}`, { permissions: [] });
  expect((await user.get('/api/search?q=abc')).status).toBe(403);
});

test('the permissions are listed flat and by feature', async () => {
  const { data } = await site.admin.get('/api/users/permissions');
  expect(data.permissions).toContain('computers.edit');
  expect(
    data.groups.find((group: { category: string }) => group.category === 'Computers').permissions[0],
  ).toHaveProperty('description');
});

test('the setup creates exactly one of twenty concurrent first admins', async () => {
  const fresh = await startSite();
  fresh.app.host.db.transact(
    {
      actor: { kind: 'system', userid: null, name: 'test', isadmin: true, permissions: new Set() },
      requestid: null,
      ipaddress: null,
    },
    'test.users.removed',
    (tx) => {
      tx.runUnjournaled('DELETE FROM users');
      tx.audit({ entitytype: 'test', entityid: null });
    },
  );
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      fresh.anonymous.post('/api/setup/create-admin', {
        username: `first${n}`,
        email: `first${n}@plant.example`,
        password: PASSWORD,
      }),
    ),
  );
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
  expect(answers.filter((answer) => answer.error?.code === 'SETUP_DONE')).toHaveLength(19);
  fresh.stop();
});

test('the setup refuses another admin under each spelling of its path', async () => {
  const body = JSON.stringify({ username: 'evil', email: 'evil@plant.example', password: PASSWORD });
  const client = site.anonymous.with({ 'content-type': 'application/json' });
  for (const path of [
    '/api/setup/create-admin',
    '/api/setup/create-admin/',
    '//api/setup/create-admin',
    '/api//setup/create-admin',
    '/api/setup%2fcreate-admin',
    '/API/setup/create-admin',
    '/api/setup/create-admin;x=1',
    '/api/setup/../setup/create-admin',
  ]) {
    expect([403, 404]).toContain((await client.raw('POST', path, body)).status);
  }
  expect(
    (await site.admin.get('/api/users')).data.some((user: { username: string }) => user.username === 'evil'),
  ).toBe(false);
});
