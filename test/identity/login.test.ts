import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { SignJWT, UnsecuredJWT } from 'jose';
import { MINUTE } from '../support/clock.ts';
import { PASSWORD, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());
/** Each test starts after the minute in which the sign-ins of the previous test are counted. */
beforeEach(async () => {
  site.clock.advance(2 * MINUTE);
  site.admin = await site.anonymous.signIn('admin', PASSWORD);
  site.clock.advance(2 * MINUTE);
});

let made = 0;
async function newUser(fields: object = {}) {
  const username = `person${++made}`;
  const body = {
    username,
    email: `${username}@plant.example`,
    password: PASSWORD,
    mustchangepassword: false,
    sendwelcome: false,
    ...fields,
  };
  const created = await site.admin.post('/api/users', body);
  expect(created.status).toBe(201);
  return { username, userid: created.data.userid as number };
}

const login = (username: string, password: string) =>
  site.anonymous.post('/api/auth/login', { username, password });

test('a sign-in returns both tokens, their lifetime and the profile', async () => {
  const { status, data } = await login('admin', PASSWORD);
  expect(status).toBe(200);
  expect(data).toMatchObject({
    token_type: 'Bearer',
    expires_in: 30 * 60,
    user: { username: 'admin', isadmin: true, mustchangepassword: false },
  });
  expect(data.user.roles[0]).toMatchObject({ rolename: 'admin' });
  expect(data.access_token).not.toBe(data.refresh_token);
});

test('a sign-in returns the same error for an unknown name and a wrong password', async () => {
  const { username } = await newUser();
  const [wrong, unknown] = [
    await login(username, 'not the password'),
    await login('unknown user', 'not the password'),
  ];
  expect(wrong.status).toBe(401);
  expect(wrong.error).toEqual(unknown.error);
  expect(wrong.error.code).toBe('INVALID_LOGIN');
});

test('a sign-in returns 401 for five failures and 429 for the sixth attempt', async () => {
  const { username } = await newUser();
  for (let n = 1; n <= 5; n++) expect((await login(username, 'wrong')).status).toBe(401);
  const sixth = await login(username, PASSWORD);
  expect(sixth.status).toBe(429);
  expect(sixth.error.code).toBe('ACCOUNT_LOCKED');
  expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(800);
  site.clock.advance(16 * MINUTE);
  expect((await login(username, PASSWORD)).status).toBe(200);
});

test('an unknown name is locked like an existing one', async () => {
  for (let n = 1; n <= 5; n++) expect((await login('ghost', 'wrong')).status).toBe(401);
  expect((await login('ghost', 'wrong')).error.code).toBe('ACCOUNT_LOCKED');
});

test('five of twenty concurrent guesses are evaluated', async () => {
  const { username } = await newUser();
  const answers = await Promise.all(Array.from({ length: 20 }, () => login(username, 'guess')));
  expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5);
  expect(answers.filter((answer) => answer.error.code === 'ACCOUNT_LOCKED')).toHaveLength(15);
});

test('a successful sign-in clears the count of failures', async () => {
  const { username } = await newUser();
  for (let n = 1; n <= 4; n++) await login(username, 'wrong');
  expect((await login(username, PASSWORD)).status).toBe(200);
  for (let n = 1; n <= 4; n++) expect((await login(username, 'wrong')).status).toBe(401);
});

test('an admin unlocks an account, and the audit log records it', async () => {
  const { username, userid } = await newUser();
  for (let n = 1; n <= 5; n++) await login(username, 'wrong');
  expect((await site.admin.get(`/api/users/${userid}`)).data.islocked).toBe(true);
  expect((await site.admin.put(`/api/users/${userid}`, { unlock: true })).data.islocked).toBe(false);
  expect((await login(username, PASSWORD)).status).toBe(200);
  const audit = await site.admin.get(`/api/auditlogs?action=identity.user.unlocked&entityid=${userid}`);
  expect(audit.data).toHaveLength(1);
});

test('the thirty-first sign-in of an address within a minute returns RATE_LIMITED', async () => {
  const answers = [];
  for (let n = 0; n < 31; n++) answers.push(await login(`stranger ${n}`, ''.padEnd(8, 'x')));
  expect(answers.slice(0, 30).every((answer) => answer.status === 401)).toBe(true);
  expect(answers[30]!.error.code).toBe('RATE_LIMITED');
  expect(answers[30]!.headers.get('retry-after')).not.toBeNull();
});

test('forwarded headers do not change the rate limit when no proxy is trusted', async () => {
  const answers = [];
  for (let n = 0; n < 31; n++) {
    const client = site.anonymous.with({
      'x-forwarded-for': `10.0.0.${n}`,
      'x-real-ip': `10.0.1.${n}`,
      'true-client-ip': `10.0.2.${n}`,
    });
    answers.push(await client.post('/api/auth/login', { username: `rotating ${n}`, password: 'xxxxxxxx' }));
  }
  expect(answers[30]!.error.code).toBe('RATE_LIMITED');
});

test('a refresh token returns an access token, and neither is accepted as the other', async () => {
  const { data } = await login('admin', PASSWORD);
  const renewed = await site.anonymous.bearer(data.refresh_token).post('/api/auth/refresh');
  expect(renewed.status).toBe(200);
  expect((await site.anonymous.bearer(renewed.data.access_token).get('/api/auth/me')).status).toBe(200);
  expect((await site.anonymous.bearer(data.refresh_token).get('/api/auth/me')).status).toBe(401);
  expect((await site.anonymous.bearer(data.access_token).post('/api/auth/refresh')).status).toBe(401);
});

test('an access token returns TOKEN_EXPIRED after thirty minutes', async () => {
  const { data } = await login('admin', PASSWORD);
  site.clock.advance(31 * MINUTE);
  expect((await site.anonymous.bearer(data.access_token).get('/api/auth/me')).error.code).toBe(
    'TOKEN_EXPIRED',
  );
});

test('a forged token without algorithm, key or signature returns 401', async () => {
  const { data } = await login('admin', PASSWORD);
  const claims = { use: 'access', epoch: 1 };
  const unsigned = new UnsecuredJWT(claims).setSubject('1').setExpirationTime('1h').encode();
  const otherKey = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('1')
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode('x'.repeat(32)));
  const cut = data.access_token.split('.').slice(0, 2).join('.');
  for (const token of [unsigned, otherKey, `${cut}.`, cut, 'x', '..']) {
    expect((await site.anonymous.bearer(token).get('/api/auth/me')).status).toBe(401);
  }
});

test('a deactivation revokes all tokens, and an activation restores none', async () => {
  const { username, userid } = await newUser();
  const session = await site.anonymous.signIn(username, PASSWORD);
  await site.admin.put(`/api/users/${userid}`, { isactive: false });
  expect((await session.get('/api/auth/me')).status).toBe(401);
  expect((await login(username, PASSWORD)).status).toBe(401);
  await site.admin.put(`/api/users/${userid}`, { isactive: true });
  expect((await session.get('/api/auth/me')).status).toBe(401);
  const refresh = await site.anonymous.bearer(session.session.refresh_token).post('/api/auth/refresh');
  expect(refresh.status).toBe(401);
});

test('a password change revokes earlier tokens and returns new ones', async () => {
  const { username } = await newUser();
  const session = await site.anonymous.signIn(username, PASSWORD);
  const missing = await session.post('/api/auth/change-password', { new_password: 'a better one' });
  expect(missing.error.details.issues[0].path).toBe('current_password');
  const wrong = await session.post('/api/auth/change-password', {
    new_password: 'a better one',
    current_password: 'nope',
  });
  expect(wrong.status).toBe(400);
  const short = await session.post('/api/auth/change-password', {
    new_password: '1234567',
    current_password: PASSWORD,
  });
  expect(short.error.details.issues[0].path).toBe('new_password');
  const changed = await session.post('/api/auth/change-password', {
    new_password: 'a better one',
    current_password: PASSWORD,
  });
  expect(changed.status).toBe(200);
  expect((await session.get('/api/auth/me')).status).toBe(401);
  expect((await site.anonymous.bearer(changed.data.access_token).get('/api/auth/me')).status).toBe(200);
  expect((await login(username, 'a better one')).status).toBe(200);
});

test('a user who must change the password need not enter the current one', async () => {
  const { username } = await newUser({ mustchangepassword: true });
  const session = await site.anonymous.signIn(username, PASSWORD);
  expect(session.session.user.mustchangepassword).toBe(true);
  const changed = await session.post('/api/auth/change-password', { new_password: 'a better one' });
  expect(changed.data.user.mustchangepassword).toBe(false);
});
