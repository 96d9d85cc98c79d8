import { expect, setDefaultTimeout, test } from 'bun:test';
import { copyFileSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BackupMetadata } from '../../src/kit/backup/backup-store.ts';
import { startAppliance } from '../browser/harness.ts';
import { createScratchDirectory } from '../faults/process.ts';
import { unpackArchive } from '../restore/archives.ts';
import {
  ACCOUNT,
  addAsset,
  listBackups,
  type RestorablePlant,
  requestRestore,
  signInAfterRestore,
  startPlant,
  waitForArchive,
  waitUntil,
} from '../restore/own-process.ts';
import type { Client } from '../support/client.ts';
import { step } from '../support/step.ts';
import { OLD, putOldData } from './old-data.ts';

setDefaultTimeout(300_000);

const scratch = createScratchDirectory('archive');
const oldData = () => putOldData(mkdtempSync(join(scratch, 'case-')));
const backupsIn = (data: string) => readdirSync(join(data, 'backups')).filter((name) => name !== '.work');

const isPacked = ({ kind, filename }: BackupMetadata) => kind === 'upgrade' && filename.endsWith('.tar.zst');

const waitForPacked = async (admin: Client): Promise<BackupMetadata> =>
  (
    await waitUntil(
      () => listBackups(admin),
      (all) => all.some(isPacked),
      'the database from before the upgrade is packed',
    )
  ).find(isPacked)!;

const countAssets = async (admin: Client): Promise<number> =>
  (await admin.get('/api/assets?perpage=1')).meta.pagination.total;

const applianceIdIn = async (data: string, { filename }: BackupMetadata): Promise<string> =>
  (await unpackArchive(join(data, 'backups', filename))).manifest.applianceid;

async function restore(plant: RestorablePlant, admin: Client, note: BackupMetadata): Promise<Client> {
  const backups = await listBackups(admin);
  const { status, text } = await requestRestore(admin, note);
  expect([status, text]).toEqual([202, text]);
  const again = await signInAfterRestore(plant, admin);
  expect(await waitForArchive(again, backups)).toMatchObject({ state: 'done', verified: true, error: null });
  expect(await countAssets(again)).toBe(OLD.assets);
  const { data: mistrusted } = await again.get('/api/auditlogs?action=audit.log.mistrusted');
  expect(mistrusted).toEqual([]);
  return again;
}

test('an upgrade of 0.1.0 creates a backup that a restore by page accepts', async () => {
  const data = oldData();
  const raw = join(scratch, 'raw.db');
  copyFileSync(join(data, 'millwright.db'), raw);
  const plant = await startPlant({ data });
  try {
    let admin = await plant.anonymous.signIn(ACCOUNT.username, ACCOUNT.password);
    const note = await step('Pack the database at the start', async () => {
      const packed = await waitForPacked(admin);
      expect(packed).toMatchObject({ state: 'done', verified: true, sealed: false, error: null });
      expect(backupsIn(data).sort()).toEqual([packed.filename, `${packed.filename}.json`]);
      return packed;
    });
    await step('Restore the archive', async () => {
      await addAsset(admin, 'SINCE');
      admin = await restore(plant, admin, note);
    });
    await step('Restore the replaced data', async () => {
      const replaced = (await listBackups(admin)).find(({ kind }) => kind === 'restore')!;
      expect(await applianceIdIn(data, replaced)).toBe(await applianceIdIn(data, note));
      const backups = await listBackups(admin);
      expect((await requestRestore(admin, replaced)).status).toBe(202);
      admin = await signInAfterRestore(plant, admin);
      await waitForArchive(admin, backups);
      expect(await countAssets(admin)).toBe(OLD.assets + 1);
    });
    await step('Restore a database that is not packed', async () => {
      copyFileSync(raw, join(data, 'backups', 'before-migration-2026-01-01T00-00-00-000Z.db'));
      const copy = (await listBackups(admin)).find(({ filename }) => filename.endsWith('.db'))!;
      admin = await restore(plant, admin, copy);
    });
  } finally {
    await plant.stop();
  }
});

test('the next start packs the database when the process was killed during the packing', async () => {
  const data = oldData();
  let killed = 0;
  for (const afterMs of [0, 50, 150, 300, 600]) {
    const appliance = await startAppliance({ data });
    await delay(afterMs);
    await appliance.kill();
    const names = backupsIn(data);
    expect(names.some((name) => name.endsWith('.db') || name.endsWith('.tar.zst'))).toBe(true);
    if (names.some((name) => name.endsWith('.db'))) killed++;
  }
  expect(killed).toBeGreaterThan(0);
  const plant = await startPlant({ data });
  try {
    const admin = await plant.anonymous.signIn(ACCOUNT.username, ACCOUNT.password);
    expect(await waitForPacked(admin)).toMatchObject({ state: 'done', verified: true });
    expect(backupsIn(data)).toHaveLength(2);
    expect(existsSync(join(data, 'millwright.db'))).toBe(true);
  } finally {
    await plant.stop();
  }
});
