import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { verifyAuditLog } from '../../src/kit/audit/verify.ts';
import { PASSWORD, type Site, startSite } from '../support/site.ts';

setDefaultTimeout(120_000);
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

async function console(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const main = join(import.meta.dir, '../../src/main.ts');
  const child = Bun.spawn([process.execPath, main, ...args, '--data', site.data], {
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

test('reset-password sets a new password of a locked admin while the server runs', async () => {
  for (let n = 0; n < 6; n++)
    await site.anonymous.post('/api/auth/login', { username: 'admin', password: 'guess' });
  const locked = await site.anonymous.post('/api/auth/login', { username: 'admin', password: PASSWORD });
  expect(locked.error.code).toBe('ACCOUNT_LOCKED');

  const { code, out } = await console('reset-password', 'admin');
  expect(code).toBe(0);
  const password = /New password of admin: (\S+)/.exec(out)![1]!;
  const again = await site.anonymous.signIn('admin', password);
  expect(again.session.user.mustchangepassword).toBe(true);
  await Bun.sleep(1100);
  expect((await site.admin.get('/api/auth/me')).status).toBe(401);
  const audit = await again.get('/api/auditlogs?action=identity.user.passwordreset');
  expect(audit.data[0]).toMatchObject({ username: 'console', actorkind: 'system' });
  expect(
    site.app.host.db.read((reader) => verifyAuditLog(reader, site.app.host.secrets.auditKey)),
  ).toBeUndefined();
});

test('reset-password exits with 2 when the user is unknown or missing', async () => {
  expect(await console('reset-password', 'unknown')).toMatchObject({
    code: 2,
    err: 'millwright: No user has the name unknown.\n',
  });
  expect((await console('reset-password')).code).toBe(2);
});
