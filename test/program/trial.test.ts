import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runtime } from '#runtime';
import { startAppliance } from '../browser/harness.ts';
import { createScratchDirectory, runMillwright } from '../faults/process.ts';
import { changeBehindGuards } from '../restore/archives.ts';
import { findFreePort } from '../support/receivers.ts';
import { type Site, startSite } from '../support/site.ts';

const scratch = createScratchDirectory('trial');
let site: Site;
beforeAll(async () => {
  site = await startSite();
  await site.admin.post('/api/vendors', { vendor: 'Kept' });
});
afterAll(() => site?.stop());

/** Returns a copy of the data of the site, like that of an upgrade. */
function copy(name: string): string {
  const data = join(scratch, name);
  site.app.host.db.commit();
  site.app.host.audithead.write();
  cpSync(site.data, data, { recursive: true });
  rmSync(join(data, 'files'), { recursive: true, force: true });
  return data;
}

const tryOut = async (data: string) =>
  runMillwright(
    'trial',
    '--data',
    data,
    '--host',
    '127.0.0.1',
    '--port',
    String(await findFreePort()),
    '--no-tls',
  );

test('a trial starts over a copy, verifies the audit log, responds and stops', async () => {
  const data = copy('passes');
  const { code, stdout, stderr } = await tryOut(data);
  expect([code, stderr]).toEqual([0, '']);
  for (const line of [
    'The ports are available.',
    /^Audit log: \d+ rows verified\.$/m,
    'Request succeeded: /.',
    'Request succeeded: /api/dashboard/health.',
    'Request succeeded: /api/setup/needs-admin.',
    'The trial run succeeded.',
  ])
    expect(stdout).toMatch(line);
});

test('a trial changes nothing in its data and leaves no copy', async () => {
  const data = copy('untouched');
  const content = () => readFileSync(join(data, 'millwright.db')).toString('base64');
  const before = content();
  expect((await tryOut(data)).code).toBe(0);
  expect(content()).toBe(before);
  expect(existsSync(join(data, '.upgrade/data'))).toBe(false);
});

test('a trial is refused when another process serves the data', async () => {
  const data = copy('served');
  const appliance = await startAppliance({ data, args: ['--no-tls'] });
  const { code, stderr } = await tryOut(data);
  await appliance.stop();
  expect([code, stderr]).toEqual([1, expect.stringContaining('is in use by process')]);
});

test('a trial fails with the reason when the audit log ends before its head', async () => {
  const data = copy('cut');
  const sqlite = runtime.openSqlite(join(data, 'millwright.db'));
  changeBehindGuards(
    sqlite,
    'DELETE FROM auditlogs WHERE auditlogid = (SELECT MAX(auditlogid) FROM auditlogs)',
  );
  sqlite.close();
  const { code, stderr } = await tryOut(data);
  expect([code, stderr]).toEqual([1, expect.stringContaining('The newest rows were removed')]);
});
