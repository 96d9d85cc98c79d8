import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import type { Client } from '../support/client.ts';
import {
  addAsset,
  listAssetNumbers,
  listBackups,
  type RestorablePlant,
  requestBackup,
  requestRestore,
  signInAfterRestore,
  signUpFirstAdmin,
  startPlant,
  waitForArchive,
} from './own-process.ts';

setDefaultTimeout(120_000);

const PASSPHRASE = 'twelve storks in a moor';
const LATER = 'quite another passphrase';
let plant: RestorablePlant;
let admin: Client;
beforeAll(async () => {
  plant = await startPlant();
  admin = await signUpFirstAdmin(plant);
  await addAsset(admin, 'IN-IT');
});
afterAll(async () => {
  await plant?.stop();
});

const setPassphrase = async (value: string) =>
  expect((await admin.put('/api/settings/backup_passphrase', { value })).status).toBe(200);

/** Returns the state that a rejected restore must not change. */
const readState = async () => ({
  assets: await listAssetNumbers(admin),
  backups: await listBackups(admin),
  folder: readdirSync(plant.data).filter((name) => name.startsWith('.')),
});

test('a restore accepts the passphrase of the backup and encrypts the replaced data with the own one', async () => {
  await setPassphrase(PASSPHRASE);
  const { data: id } = await admin.get('/api/settings/backup_passphrase_id');
  const sealed = await requestBackup(admin);
  expect(sealed.sealed).toBe(true);
  await setPassphrase(LATER);
  const before = await readState();
  for (const more of [{}, { passphrase: 'wrong' }]) {
    const { status, error } = await requestRestore(admin, sealed, more);
    expect([status, error.details.issues[0].path]).toEqual([400, 'passphrase']);
  }
  expect(await readState()).toEqual(before);
  expect((await requestRestore(admin, sealed, { passphrase: PASSPHRASE })).status).toBe(202);
  admin = await signInAfterRestore(plant, admin);
  const aside = await waitForArchive(admin, before.backups);
  expect(aside).toMatchObject({ sealed: true, verified: true, filename: expect.stringMatching(/\.age$/) });
  expect(aside.passphraseid).not.toBe(id?.value ?? null);
  const opened = await admin.post(`/api/backups/${aside.backupid}/verify`, { passphrase: LATER });
  expect(opened.data).toEqual({ verified: true, problems: [] });
});
