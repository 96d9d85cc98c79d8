import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupMetadata } from '../../src/kit/backup/backup-store.ts';
import type { Client } from '../support/client.ts';
import { canMountTmpfs, mountTmpfs, type Tmpfs } from '../support/tmpfs.ts';
import {
  addAsset,
  listAssetNumbers,
  listBackups,
  type RestorablePlant,
  requestBackup,
  requestRestore,
  signInAfterRestore,
  signInWith,
  signUpFirstAdmin,
  startPlant,
  waitForArchive,
} from './own-process.ts';

setDefaultTimeout(120_000);

const mountable = canMountTmpfs();
let tmpfs: Tmpfs | undefined;
let disk: string;

let plant: RestorablePlant;
let admin: Client;
let note: BackupMetadata;
beforeAll(async () => {
  if (!mountable) return;
  tmpfs = mountTmpfs(100);
  disk = tmpfs.path;
  plant = await startPlant({ data: join(disk, 'data') });
  admin = await signUpFirstAdmin(plant);
  await addAsset(admin, 'IN-IT');
  note = await requestBackup(admin);
  await addAsset(admin, 'LATER');
});
beforeEach(async () => {
  // A restore ends all sessions.
  if (mountable) admin = await signInWith(plant.anonymous);
});
afterEach(() => {
  if (mountable) rmSync(join(disk, 'ballast'), { force: true });
});
afterAll(async () => {
  await plant?.stop();
  tmpfs?.unmount();
});

/** Fills the disk except for this number of bytes. */
function fill(free: number): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, 'ballast'), Buffer.alloc(bavail * bsize - free));
}

test.if(mountable)(
  'a restore is refused with the missing disk space and changes nothing when staging does not fit',
  async () => {
    fill(1024 ** 2);
    const before = await listBackups(admin);
    const { status, error } = await requestRestore(admin, note);
    expect([status, error.message]).toEqual([
      409,
      expect.stringMatching(/^The restore needs [\d.]+ MB of disk space in .*, but only [\d.]+ MB are free/),
    ]);
    expect(await listBackups(admin)).toEqual(before);
    expect(readdirSync(plant.data).filter((name) => name.startsWith('.'))).toEqual([]);
  },
);

test.if(mountable)(
  'the replaced data stay in their folder when the disk has no space to archive them',
  async () => {
    const { error } = await (async () => {
      fill(1024 ** 2);
      return requestRestore(admin, note);
    })();
    const needed = Number(/needs ([\d.]+) MB/.exec(error.message)![1]) * 1024 ** 2;
    rmSync(join(disk, 'ballast'));
    fill(needed + 256 * 1024);
    expect((await requestRestore(admin, note)).status).toBe(202);
    admin = await signInAfterRestore(plant, admin);
    expect(await listAssetNumbers(admin)).toEqual(['IN-IT']);
    const aside = await waitForArchive(admin);
    const folder = /in the folder (\S+):/.exec(aside.error!)![1]!;
    expect(existsSync(join(folder, 'millwright.db'))).toBe(true);
    for (const [method, verb] of [
      ['POST', 'verify'],
      ['GET', 'download'],
      ['POST', 'restore'],
    ] as const) {
      const body = { verify: {}, download: undefined, restore: { confirm: aside.filename } }[verb];
      const answer = await admin.send(method, `/api/backups/${aside.backupid}/${verb}`, body);
      expect([verb, answer.status, answer.error.message]).toEqual([
        verb,
        409,
        expect.stringContaining(folder),
      ]);
    }
    expect((await admin.delete(`/api/backups/${aside.backupid}`)).status).toBe(200);
    expect(existsSync(folder)).toBe(false);
  },
);
