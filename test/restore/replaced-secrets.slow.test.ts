import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackup } from '../appliance-backups/reading.ts';
import { exportBackup, runRestore, withServedData } from './restoring.ts';

setDefaultTimeout(120_000);

const scratch = mkdtempSync(join(tmpdir(), 'millwright-secrets-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('a restore keeps the current backup passphrase and its ID', async () => {
  const data = join(scratch, 'sealed');
  let [file, passphraseid] = ['', ''];
  await withServedData(data, async (site) => {
    file = await exportBackup(site, scratch, 'unsealed');
    await site.admin.put('/api/settings/backup_passphrase', { value: 'twelve storks in a moor' });
    passphraseid = (await createBackup(site)).passphraseid!;
  });
  expect(await runRestore(file, '--data', data, '--replace')).toMatchObject({ code: 0 });
  await withServedData(data, async (site) => {
    expect(await createBackup(site)).toMatchObject({ sealed: true, passphraseid });
  });
});

test('a restore clears a secret that the keys of the backup cannot decrypt and logs its name', async () => {
  const data = join(scratch, 'other-keys');
  const key = (value: string) => ({ value: `${value}-key-of-all-the-agents` });
  let file = '';
  await withServedData(data, async (site) => {
    await site.admin.put('/api/settings/endpoints_shared_key', key('old'));
    file = await exportBackup(site, scratch, 'old-keys');
  });
  rmSync(join(data, 'secrets.json'));
  await withServedData(data, async (site) => {
    await site.admin.put('/api/settings/endpoints_shared_key', key('new'));
  });
  expect(await runRestore(file, '--data', data, '--replace')).toMatchObject({ code: 0 });
  await withServedData(data, async (site) => {
    const { data: log } = await site.admin.get('/api/auditlogs?action=backups.restored');
    expect(log[0].details['settings cleared']).toEqual(['endpoints_shared_key']);
    expect((await site.admin.get('/api/endpoints/settings')).data.sharedkeyset).toBe(false);
  });
});

test('a restore returns the mail password together with its mail server', async () => {
  const data = join(scratch, 'mail');
  let file = '';
  const put = async (
    site: Parameters<Parameters<typeof withServedData>[1]>[0],
    values: Record<string, string>,
  ) => {
    for (const [name, value] of Object.entries(values))
      expect((await site.admin.put(`/api/settings/${name}`, { value })).status).toBe(200);
  };
  await withServedData(data, async (site) => {
    await put(site, { smtp_host: 'mail.old.example', smtp_password: 'of the old one' });
    file = await exportBackup(site, scratch, 'old-mail');
    await put(site, { smtp_host: 'mail.new.example', smtp_password: 'of the new one' });
  });
  expect(await runRestore(file, '--data', data, '--replace')).toMatchObject({ code: 0 });
  await withServedData(data, async ({ app: { host } }) => {
    expect(host.settings.text('smtp_host')).toBe('mail.old.example');
    expect(host.settings.text('smtp_password')).toBe('of the old one');
  });
});
