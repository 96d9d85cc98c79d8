import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../support/client.ts';
import { PASSWORD, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const me = async (caller: Client) => (await caller.get('/api/auth/me')).data;
const taken = 'taken over 1';

test('an admin cannot change the own password without the current one', async () => {
  const made = await site.admin.post('/api/apitokens', { name: 'whole' });
  const token = site.anonymous.bearer(made.data.secret);
  for (const by of [site.admin, token])
    for (const mustchangepassword of [true, false]) {
      const { status, error } = await by.put('/api/users/1', { mustchangepassword });
      expect([status, error.details.issues[0].path]).toEqual([400, 'mustchangepassword']);
    }
  const input = { mustchangepassword: true, password: taken, current_password: PASSWORD };
  expect((await site.admin.put('/api/users/1', input)).status).toBe(400);
  expect(await me(site.admin)).toMatchObject({ mustchangepassword: false, asksproof: true });
  const { status, error } = await site.admin.put('/api/users/1', { password: taken });
  expect([status, error.details.issues[0].path]).toEqual([400, 'current_password']);
});

test('a user must prove the own password when an admin requires a new one', async () => {
  const user = await site.userWith();
  const { userid, username } = await me(user);
  const own = { current_password: PASSWORD, new_password: 'chosen by me 1' };
  expect((await user.post('/api/auth/change-password', own)).status).toBe(200);
  await site.admin.put(`/api/users/${userid}`, { mustchangepassword: true });
  const again = await site.anonymous.signIn(username, 'chosen by me 1');
  expect(await me(again)).toMatchObject({ mustchangepassword: true, asksproof: true });
  const next = { new_password: 'chosen by me 2' };
  expect((await again.post('/api/auth/change-password', next)).status).toBe(400);
  expect((await again.put(`/api/users/${userid}`, { password: 'chosen by me 2' })).status).toBe(400);
  const proved = { ...next, current_password: 'chosen by me 1' };
  expect((await again.post('/api/auth/change-password', proved)).data.user.mustchangepassword).toBe(false);
});

test('a user changes a password that an admin set once without the current one', async () => {
  const user = await site.userWith();
  const { userid, username } = await me(user);
  await site.admin.put(`/api/users/${userid}`, { password: 'for the first day' });
  const first = await site.anonymous.signIn(username, 'for the first day');
  expect(await me(first)).toMatchObject({ mustchangepassword: true, asksproof: false });
  const chosen = await first.post('/api/auth/change-password', { new_password: 'chosen by me 1' });
  expect(chosen.status).toBe(200);
  const now = site.anonymous.bearer(chosen.data.access_token);
  expect(await me(now)).toMatchObject({ mustchangepassword: false, asksproof: true });
  expect((await now.post('/api/auth/change-password', { new_password: taken })).status).toBe(400);
});
