import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { SetupCode } from '../../src/features/setup/index.ts';
import { createSystemContext } from '../../src/kit/data/tx.ts';
import { isForwarded, isLoopback } from '../../src/kit/http/client-address.ts';
import { MINUTE } from '../support/clock.ts';
import { PASSWORD, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ config: { trustedProxies: 1 } });
});
/** Deletes all users, so that the appliance is as new. */
beforeEach(() => {
  site.app.host.db.transact(createSystemContext(), 'test.users.removed', (tx) => {
    tx.runUnjournaled('DELETE FROM users');
    tx.audit({ entitytype: 'test', entityid: null });
  });
});
afterAll(() => site.stop());

const person = { username: 'first', email: 'first@plant.example', password: PASSWORD };
const fromThere = (headers: Record<string, string> = { 'x-forwarded-for': '10.0.0.9' }) =>
  site.anonymous.with(headers);
const create = (setupcode?: string, headers?: Record<string, string>) =>
  fromThere(headers).post('/api/setup/create-admin', { ...person, setupcode });

test('the first admin needs the setup code when the request comes over the network', async () => {
  expect((await fromThere().get('/api/setup/needs-admin')).data).toEqual({
    needsadmin: true,
    needscode: true,
    restoring: null,
  });
  for (const code of [undefined, '', 'wrong', `${site.app.host.getInstance(SetupCode).code}x`]) {
    const refused = await create(code);
    expect([refused.status, refused.error.code]).toEqual([403, 'SETUP_CODE']);
  }
});

test('a request counts as remote when any forwarding header is present', async () => {
  for (const name of [
    'x-forwarded-for',
    'Forwarded',
    'X-Real-IP',
    'Via',
    'X-Forwarded-Proto',
    'True-Client-IP',
  ])
    expect([name, (await create(undefined, { [name]: '127.0.0.1' })).error?.code]).toEqual([
      name,
      'SETUP_CODE',
    ]);
  expect(isForwarded(new Headers({ accept: '*/*', 'user-agent': 'x' }))).toBe(false);
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
    expect([address, isLoopback(address)]).toEqual([address, true]);
  for (const address of ['10.0.0.1', '::ffff:10.0.0.1', 'fe80::1', '', 'localhost'])
    expect([address, isLoopback(address)]).toEqual([address, false]);
});

test('the server limits guesses of the setup code to 30 a minute per address', async () => {
  const codes: string[] = [];
  const guesser = { 'x-forwarded-for': '10.0.0.77' };
  for (let n = 0; n < 32; n++) codes.push((await create(`guess ${n}`, guesser)).error.code);
  expect(codes.slice(29)).toEqual(['SETUP_CODE', 'RATE_LIMITED', 'RATE_LIMITED']);
  site.clock.advance(2 * MINUTE);
});

test('the setup creates the first admin with the code and refuses all further ones', async () => {
  const { code } = site.app.host.getInstance(SetupCode);
  expect(code).toMatch(/^[\w-]{16}$/);
  expect((await create(code)).status).toBe(201);
  expect((await create(code)).error.code).toBe('SETUP_DONE');
  expect((await create()).error.code).toBe('SETUP_DONE');
  expect((await fromThere().get('/api/setup/needs-admin')).data).toEqual({
    needsadmin: false,
    needscode: false,
    restoring: null,
  });
});

test('each start has another code, and a local request needs none', async () => {
  const other = await startSite();
  expect(other.app.host.getInstance(SetupCode).code).not.toBe(site.app.host.getInstance(SetupCode).code);
  // The test harness created the first admin there from this machine, without a code.
  expect((await other.admin.get('/api/auth/me')).data.isadmin).toBe(true);
  await other.stop();
});
