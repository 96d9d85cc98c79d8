import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';
import { expectDamageFound } from './damage.ts';
import { createBackup } from './reading.ts';

setDefaultTimeout(600_000);

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('the verification finds an altered byte at each of 20 places in plain and encrypted backups', async () => {
  await expectDamageFound(site, await createBackup(site), 20);
  const answer = await site.admin.put('/api/settings/backup_passphrase', { value: 'twelve green ducks' });
  expect(answer.status).toBe(200);
  const encrypted = await createBackup(site);
  expect(encrypted.sealed).toBe(true);
  await expectDamageFound(site, encrypted, 20);
});
