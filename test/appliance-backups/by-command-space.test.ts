import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plugins } from '../../plugins/index.ts';
import { chainsOf } from '../../src/app.ts';
import { runBackupCommand } from '../../src/cli/backup.ts';
import { createSystemContext } from '../../src/kit/data/tx.ts';
import { createScratchDirectory } from '../faults/process.ts';
import { type Site, startSite } from '../support/site.ts';
import { canMountTmpfs, mountTmpfs } from '../support/tmpfs.ts';

setDefaultTimeout(120_000);

const MB = 1024 ** 2;
const ADVICE = 'Free space there, or specify a file on another disk.';
const scratch = createScratchDirectory('by-command-space');
let site: Site;
let small: Site;
beforeAll(async () => {
  site = await startSite();
  small = await startSite();
});
afterAll(async () => {
  await site?.stop();
  await small?.stop();
});

const backup = ({ data }: Site, file: string) =>
  runBackupCommand(
    { file, data, passphraseFile: undefined, isReplacing: false },
    { chains: chainsOf(plugins), plugins },
    { out: () => undefined, err: () => undefined },
  );

/** Lists a file of this size in the database of the site. */
async function listFile({ app }: Site, filename: string, size: number): Promise<void> {
  const { db, files } = app.host;
  db.transact(createSystemContext(), 'platform.branding.uploaded', (tx) => {
    const what = { mediatype: 'application/pdf', sha256: '0', width: null, height: null };
    files.list(tx, { area: 'assetfiles', filename, originalname: filename, size, ...what });
    tx.audit({ entitytype: 'asset', entityid: null, undoable: false });
  });
  await db.whenDurable;
}

test('the backup command checks the disk space for uploaded files and states what to do', async () => {
  await listFile(site, 'large.pdf', 1024 ** 5);
  const folder = mkdtempSync(join(scratch, 'files-'));
  await expect(backup(site, join(folder, 'a.tar.zst'))).rejects.toThrow(
    new RegExp(`There is not enough disk space in ${folder}: [\\d,.]+ MB more are needed\\. ${ADVICE}`),
  );
  expect(readdirSync(folder)).toEqual([]);
});

test.if(canMountTmpfs())(
  'the backup command names path, size and advice when it fills the disk',
  async () => {
    const { path, unmount } = mountTmpfs(24);
    try {
      // The file on the disk is larger than its record, so the check before the backup passes.
      await listFile(small, 'grown.pdf', 10);
      mkdirSync(join(small.data, 'files', 'assetfiles'), { recursive: true });
      writeFileSync(join(small.data, 'files', 'assetfiles', 'grown.pdf'), randomBytes(30 * MB));
      await expect(backup(small, join(path, 'a.tar.zst'))).rejects.toThrow(
        new RegExp(`The disk of ${path} became full.* needs about [\\d,.]+ MB\\. ${ADVICE}`),
      );
      expect(readdirSync(path)).toEqual([]);
    } finally {
      unmount();
    }
  },
);
