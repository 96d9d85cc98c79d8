import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../support/client.ts';
import { MINUTE } from '../support/clock.ts';
import { PASSWORD, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const idOf = async (caller: Client) => (await caller.get('/api/auth/me')).data.userid as number;
const tokenOf = async (owner: Client, scopes?: string[]) =>
  site.anonymous.bearer((await owner.post('/api/apitokens', { name: 't', scopes })).data.secret);

test('no token may change the password or email address of its owner', async () => {
  for (const token of [await tokenOf(site.admin), await tokenOf(site.admin, ['assets.view'])]) {
    for (const change of [{ password: 'owned-1234' }, { email: 'owned@plant.example' }]) {
      const own = await token.put('/api/users/1', { ...change, current_password: PASSWORD });
      expect([own.status, own.error.code]).toEqual([403, 'FORBIDDEN']);
    }
    const changed = await token.post('/api/auth/change-password', {
      current_password: PASSWORD,
      new_password: 'owned-1234',
    });
    expect([changed.status, changed.error.code]).toEqual([403, 'FORBIDDEN']);
  }
  expect((await site.anonymous.signIn('admin', PASSWORD)).session.user.isadmin).toBe(true);
});

test('a session changes the password or email address only with the current password', async () => {
  const user = await site.userWith();
  const path = `/api/users/${await idOf(user)}`;
  for (const change of [{ password: 'taken over 1' }, { email: 'taken@plant.example' }]) {
    for (const proof of [{}, { current_password: 'a guess' }]) {
      const answer = await user.put(path, { ...change, ...proof });
      expect([answer.status, answer.error.details.issues[0].path]).toEqual([400, 'current_password']);
    }
  }
  const mail = await user.put(path, { email: 'own@plant.example', current_password: PASSWORD });
  expect(mail.data.email).toBe('own@plant.example');
  expect((await user.put(path, { password: 'my next one', current_password: PASSWORD })).status).toBe(200);
  expect((await user.get('/api/auth/me')).status).toBe(401);
});

test('a user who must choose a password need not enter the current one', async () => {
  const user = await site.userWith();
  const { userid, username } = (await user.get('/api/auth/me')).data;
  await site.admin.put(`/api/users/${userid}`, { password: 'for the first day' });
  const again = await site.anonymous.signIn(username, 'for the first day');
  const chosen = await again.put(`/api/users/${userid}`, {
    password: 'my very own',
    email: 'n@plant.example',
  });
  expect(chosen.status).toBe(200);
});

test('an admin changes the password and email of another user by session or unscoped token', async () => {
  const user = await site.userWith();
  const path = `/api/users/${await idOf(user)}`;
  for (const [n, admin] of [site.admin, await tokenOf(site.admin)].entries()) {
    const answer = await admin.put(path, { password: `set by admin ${n}`, email: `set${n}@plant.example` });
    expect(answer.error).toBeUndefined();
  }
  const scoped = await tokenOf(site.admin, ['assets.view']);
  expect((await scoped.put(path, { password: 'set by a reader' })).status).toBe(403);
});

test('wrong current passwords lock only password and email changes, on both routes together', async () => {
  const user = await site.userWith();
  const { userid, username } = (await user.get('/api/auth/me')).data;
  const guess = { current_password: 'a guess' };
  for (let n = 0; n < 3; n++)
    expect((await user.put(`/api/users/${userid}`, { email: 'x@plant.example', ...guess })).status).toBe(400);
  const change = { new_password: 'something else', ...guess };
  for (let n = 0; n < 2; n++) expect((await user.post('/api/auth/change-password', change)).status).toBe(400);
  const right = { ...change, current_password: PASSWORD };
  const refused = await user.post('/api/auth/change-password', right);
  expect([refused.status, refused.error.code]).toEqual([429, 'ACCOUNT_LOCKED']);
  expect(Number(refused.headers.get('retry-after'))).toBe(15 * 60);
  const mail = { email: 'own2@plant.example', current_password: PASSWORD };
  expect((await user.put(`/api/users/${userid}`, mail)).error.code).toBe('ACCOUNT_LOCKED');
  // Password guesses in an unlocked session must not prevent its owner from signing in.
  const signIn = await site.anonymous.post('/api/auth/login', { username, password: PASSWORD });
  expect(signIn.status).toBe(200);
  expect((await site.admin.get(`/api/users/${userid}`)).data.islocked).toBe(false);
  const locked = await site.admin.get(`/api/auditlogs?action=identity.user.locked&entityid=${userid}`);
  expect(locked.data).toHaveLength(1);
  site.clock.advance(16 * MINUTE);
  expect((await user.post('/api/auth/change-password', right)).status).toBe(200);
});

test('parallel wrong sign-ins record one lock', async () => {
  const user = await site.userWith();
  site.clock.advance(MINUTE); // The attempts of this address start at zero.
  const { userid, username } = (await user.get('/api/auth/me')).data;
  const guess = () => site.anonymous.post('/api/auth/login', { username, password: 'a guess' });
  const statuses = (await Promise.all(Array.from({ length: 8 }, guess))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  const locked = await site.admin.get(`/api/auditlogs?action=identity.user.locked&entityid=${userid}`);
  expect(locked.data).toHaveLength(1);
  site.clock.advance(MINUTE);
});

test('a locked user can change the password in a session, which unlocks sign-ins', async () => {
  const user = await site.userWith();
  const { userid, username } = (await user.get('/api/auth/me')).data;
  const signIn = (password: string) => site.anonymous.post('/api/auth/login', { username, password });
  for (let n = 0; n < 5; n++) await signIn('a guess');
  expect((await signIn(PASSWORD)).error.code).toBe('ACCOUNT_LOCKED');
  expect((await site.admin.get(`/api/users/${userid}`)).data.islocked).toBe(true);
  const wrong = { current_password: 'a guess', new_password: 'my next one' };
  expect((await user.post('/api/auth/change-password', wrong)).status).toBe(400);
  const right = { ...wrong, current_password: PASSWORD };
  expect((await user.post('/api/auth/change-password', right)).status).toBe(200);
  expect((await site.admin.get(`/api/users/${userid}`)).data.islocked).toBe(false);
  expect((await signIn('my next one')).status).toBe(200);
});

test('an admin who unlocks an account also unlocks its password change', async () => {
  const user = await site.userWith();
  const { userid } = (await user.get('/api/auth/me')).data;
  const change = (current_password: string) =>
    user.post('/api/auth/change-password', { current_password, new_password: 'my next one' });
  for (let n = 0; n < 5; n++) await change('a guess');
  expect((await change(PASSWORD)).status).toBe(429);
  await site.admin.put(`/api/users/${userid}`, { unlock: true });
  expect((await change(PASSWORD)).status).toBe(200);
});

test('failed sign-ins with a name like PROOF do not lock a password change', async () => {
  const user = await site.userWith();
  const { username } = (await user.get('/api/auth/me')).data;
  for (const name of [`PROOF ${username}`, `proof ${username}`])
    for (let n = 0; n < 5; n++)
      await site.anonymous.post('/api/auth/login', { username: name, password: 'x' });
  const change = { current_password: PASSWORD, new_password: 'my next one' };
  expect((await user.post('/api/auth/change-password', change)).status).toBe(200);
});
