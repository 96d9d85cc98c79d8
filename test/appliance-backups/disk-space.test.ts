import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { computeNeededBytes } from '../../src/features/appliancebackups/disk-space.ts';
import { createBackupMetadata } from '../../src/kit/backup/backup-store.ts';
import { fill } from '../support/fill-disk.ts';
import { startSite } from '../support/site.ts';
import { canMountTmpfs, mountTmpfs } from '../support/tmpfs.ts';
import { createBackup } from './reading.ts';

setDefaultTimeout(120_000);

const last = createBackupMetadata({
  backupid: 1,
  filename: 'millwright-2026-01-01T00-00-00.000Z.tar.zst',
  createddate: '2026-01-01T00:00:00.000Z',
  kind: 'scheduled',
  state: 'done',
  sealed: false,
  bytes: 1000,
});

test('the estimate of a backup includes files that were added since the last one', () => {
  expect(computeNeededBytes(100, 50_000, last)).toBe(100 + 60 + 50_000);
});

test('the estimate of a backup grows with the last one when that is larger', () => {
  expect(computeNeededBytes(100, 0, last)).toBe(100 + 1250);
});

test('the estimate of the first backup is based on database and files', () => {
  expect(computeNeededBytes(100, 500, undefined)).toBe(100 + 60 + 500);
});

test.if(canMountTmpfs())('a backup that fills the disk is listed as failed with STORAGE_FULL', async () => {
  const { path, unmount } = mountTmpfs(1);
  const site = await startSite();
  try {
    const folder = join(site.data, 'backups');
    mkdirSync(folder, { recursive: true });
    // The check before the backup looks at the larger disk of the folder.
    symlinkSync(path, join(folder, '.work'));
    expect(await createBackup(site)).toMatchObject({
      state: 'failed',
      errorcode: 'STORAGE_FULL',
      error: `The disk of ${folder} became full while the backup was made. Free space, or keep fewer backups.`,
    });
  } finally {
    await site.stop();
    unmount();
  }
});

test.if(canMountTmpfs())('a backup is refused with 507 when its entry does not fit on the disk', async () => {
  const { path, unmount } = mountTmpfs(1);
  const site = await startSite();
  try {
    symlinkSync(path, join(site.data, 'backups'));
    fill(join(path, 'ballast'));
    const refused = await site.admin.post('/api/backups');
    expect([refused.status, refused.error?.code]).toEqual([507, 'STORAGE_FULL']);
    expect((await site.admin.get('/api/backups')).data).toEqual([]);
  } finally {
    await site.stop();
    unmount();
  }
});

test.if(canMountTmpfs())(
  'a failed backup is listed as failed when the disk has no space for that',
  async () => {
    // Room for the metadata of the running backup, but not for a second file beside it.
    const [backups, work] = [mountTmpfs(512, 3), mountTmpfs(1)];
    const site = await startSite();
    try {
      symlinkSync(backups.path, join(site.data, 'backups'));
      symlinkSync(work.path, join(backups.path, '.work'));
      const failed = await createBackup(site);
      expect([failed.state, failed.errorcode]).toEqual(['failed', 'STORAGE_FULL']);
      expect(existsSync(join(backups.path, `${failed.filename}.json`))).toBe(true);
      expect((await site.admin.get('/api/backups')).data).toEqual([failed]);
      expect((await site.admin.delete(`/api/backups/${failed.backupid}`)).status).toBe(200);
      expect((await site.admin.get('/api/backups')).data).toEqual([]);
    } finally {
      await site.stop();
      backups.unmount();
      work.unmount();
    }
  },
);

test.if(canMountTmpfs())(
  'a backup is not listed when the database has no space for its audit row',
  async () => {
    // The disk of the backups is too small for one, so that each is listed as failed without a copy point.
    const [main, small] = [mountTmpfs(64), mountTmpfs(1)];
    const data = join(main.path, 'data');
    const site = await startSite({ data });
    try {
      symlinkSync(small.path, join(data, 'backups'));
      fill(join(main.path, 'ballast'));
      const replies = [];
      do replies.push(await site.admin.post('/api/backups'));
      while (replies.at(-1)!.status === 201);
      expect([replies.at(-1)!.status, replies.at(-1)!.error?.code]).toEqual([507, 'STORAGE_FULL']);
      const listed = (await site.admin.get('/api/backups')).data;
      expect(listed.length).toBe(replies.length - 1);
    } finally {
      await site.stop();
      main.unmount();
      small.unmount();
    }
  },
);

test.if(canMountTmpfs())('an uploaded backup leaves the reserve of the disk free', async () => {
  const { path, unmount } = mountTmpfs(24);
  const site = await startSite();
  try {
    symlinkSync(path, join(site.data, 'backups'));
    const refused = await site.admin
      .with({ 'content-type': 'application/octet-stream' })
      .raw('POST', '/api/backups/upload?filename=a.tar.zst', new Uint8Array(12 * 1024 ** 2));
    expect([refused.status, refused.error?.code]).toEqual([507, 'STORAGE_FULL']);
    expect(refused.error?.message).toContain('almost full');
    expect(readdirSync(join(path, '.work'))).toEqual([]);
    expect((await site.admin.get('/api/backups')).data).toEqual([]);
  } finally {
    await site.stop();
    unmount();
  }
});
