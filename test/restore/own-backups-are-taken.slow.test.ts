import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plugins } from '../../plugins/index.ts';
import { loadPlant } from '../../src/demo/load-plant.ts';
import { PASSWORD, type Site, startSite } from '../support/site.ts';
import { createOldBackup } from './old-backup.ts';
import { exportBackup, runDoctor, runRestore, withServedData } from './restoring.ts';

setDefaultTimeout(240_000);

const scratch = mkdtempSync(join(tmpdir(), 'own-backups-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/**
 * Uploads a backup to another appliance, verifies and restores it there, and starts an appliance over the
 * result.
 */
async function expectTaken(file: string): Promise<void> {
  await withServedData(join(scratch, `other-${crypto.randomUUID()}`), async ({ admin }) => {
    const sending = admin.with({ 'content-type': 'application/octet-stream' });
    const path = '/api/backups/upload?filename=taken.tar.zst';
    const { status, data, error } = await sending.raw('POST', path, new Uint8Array(readFileSync(file)));
    expect([status, error?.message, data.verified]).toEqual([201, undefined, true]);
    const verified = await admin.post(`/api/backups/${data.backupid}/verify`);
    expect(verified.data).toEqual({ verified: true, problems: [] });
  });
  const data = join(scratch, `restored-${crypto.randomUUID()}`);
  expect(await runRestore(file, '--data', data)).toMatchObject({ code: 0 });
  expect(runDoctor(data)).toMatchObject({ code: 0 });
}

async function backupOf(options: Parameters<typeof startSite>[0], fill: (site: Site) => Promise<unknown>) {
  const site = await startSite(options);
  try {
    await fill(site);
    return await exportBackup(site, scratch, crypto.randomUUID());
  } finally {
    await site.stop();
  }
}

test('another server accepts, verifies and restores a backup of a filled plant with all plugins', async () => {
  const fill = ({ url }: Site) =>
    loadPlant({
      url,
      username: 'admin',
      password: PASSWORD,
      assets: 200,
      seed: 1,
      inventoriesDir: 'test/data/glpi',
    });
  await expectTaken(await backupOf({}, fill));
});

test('another server accepts, verifies and restores a backup with disabled plugins', async () => {
  const off = async ({ data }: Site) =>
    writeFileSync(join(data, 'plugins.json'), JSON.stringify({ disabled: ['printers', 'slides', 'usb'] }));
  await expectTaken(await backupOf({}, off));
});

test('another server accepts, verifies and restores a backup with few plugins installed', async () => {
  const few = plugins.filter(({ id }) => ['computers', 'notifications', 'backups'].includes(id));
  await expectTaken(await backupOf({ plugins: few }, async () => undefined));
});

test('another server accepts, verifies and restores a backup of version 0.1.0', async () => {
  await expectTaken(await createOldBackup(scratch));
});
