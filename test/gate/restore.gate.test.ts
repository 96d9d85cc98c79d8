import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { createScratchDirectory } from '../faults/process.ts';
import { exportBackup, listSiteAssets, runDoctor, runRestore, withServedData } from '../restore/restoring.ts';

setDefaultTimeout(120_000);

const scratch = createScratchDirectory('gate-restore');

test('an encrypted backup restores its records into an empty directory without later ones', async () => {
  const file = await withServedData(join(scratch, 'original'), async (site) => {
    await site.admin.post('/api/assets', { assetnumber: 'IN-BACKUP', assettypeid: 1 });
    await site.admin.put('/api/settings/backup_passphrase', { value: 'correct horse battery' });
    const made = await exportBackup(site, scratch, 'encrypted');
    await site.admin.post('/api/assets', { assetnumber: 'LATER', assettypeid: 1 });
    return made;
  });
  const data = join(scratch, 'restored');
  const passphrase = join(scratch, 'passphrase');
  await Bun.write(passphrase, 'correct horse battery\n');
  const { code, output } = await runRestore(file, '--data', data, '--passphrase-file', passphrase);
  expect([code, output]).toEqual([0, expect.stringContaining(data)]);
  expect(runDoctor(data).code).toBe(0);
  expect(await withServedData(data, listSiteAssets)).toEqual(['IN-BACKUP']);
});
