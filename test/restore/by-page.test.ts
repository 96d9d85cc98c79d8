import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupMetadata } from '../../src/kit/backup/backup-store.ts';
import type { Client } from '../support/client.ts';
import { step } from '../support/step.ts';
import {
  ACCOUNT,
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
  waitForBackup,
} from './own-process.ts';

setDefaultTimeout(120_000);

const LATER = 'another horse, correct too';
let plant: RestorablePlant;
let admin: Client;
let token: string;
/** A token that is valid until a test revokes it in restored data. */
let other: { tokenid: number; secret: string };
let first: BackupMetadata;
beforeAll(async () => {
  plant = await startPlant();
  admin = await signUpFirstAdmin(plant);
  await addAsset(admin, 'IN-IT');
  const made = await admin.post('/api/apitokens', { name: 'script' });
  token = made.data.secret;
  other = (await admin.post('/api/apitokens', { name: 'other script' })).data;
  first = await requestBackup(admin);
  await addAsset(admin, 'LATER');
  expect((await admin.delete(`/api/apitokens/${made.data.tokenid}`)).status).toBe(200);
  const { data: me } = await admin.get('/api/auth/me');
  const change = { password: LATER, current_password: ACCOUNT.password };
  expect((await admin.put(`/api/users/${me.userid}`, change)).status).toBe(200);
});
beforeEach(async () => {
  // A restore ends all sessions.
  admin = await signInWith(plant.anonymous, LATER);
});
afterAll(async () => {
  await plant?.stop();
});

/** Returns the state that a rejected restore must not change. */
const standing = async () => ({
  assets: await listAssetNumbers(admin),
  backups: await listBackups(admin),
  folder: readdirSync(plant.data).filter((name) => name.startsWith('.')),
});

test('a restore names the field confirm when the file name is missing or wrong', async () => {
  const before = await standing();
  for (const confirm of [undefined, '', first.filename.slice(1)]) {
    const { status, error } = await requestRestore(admin, first, { confirm });
    expect([status, error.details.issues[0].path]).toEqual([400, 'confirm']);
  }
  expect((await requestRestore(admin, { ...first, backupid: 17 })).status).toBe(404);
  expect(await standing()).toEqual(before);
});

test('a restore requires a signed-in admin and refuses a token', async () => {
  const { data } = await admin.post('/api/apitokens', { name: 'of an admin' });
  expect((await requestRestore(plant.anonymous.bearer(data.secret), first)).status).toBe(403);
  expect((await requestRestore(plant.anonymous, first)).status).toBe(401);
});

/** Restores the first backup. Returns the list of backups before the restore. */
async function restoreFirst(): Promise<BackupMetadata[]> {
  const backups = await listBackups(admin);
  const { status, data } = await requestRestore(admin, first);
  expect([status, data]).toEqual([202, { rehearsing: true }]);
  // The account that requested the restore retains its current state, including the password that was set
  // after the backup.
  admin = await signInAfterRestore(plant, admin, LATER);
  expect(await listAssetNumbers(admin)).toEqual(['IN-IT']);
  expect((await admin.get('/api/auth/me')).data.isadmin).toBe(true);
  expect((await admin.get(`/api/backups/${first.backupid}`)).data.restoring).toBeNull();
  const { data: log } = await admin.get('/api/auditlogs?action=backups.restored');
  expect(log).toHaveLength(1);
  expect(log[0]).toMatchObject({ username: 'admin', details: { filename: first.filename, kept: 'admin' } });
  expect((await admin.get('/api/capabilities')).data.goon).toBe(true);
  return backups;
}

async function refuseRevoked(): Promise<void> {
  expect((await plant.anonymous.bearer(token).get('/api/assets')).status).toBe(401);
  expect((await plant.anonymous.post('/api/auth/login', ACCOUNT)).status).toBe(401);
}

async function restorePrevious(backups: BackupMetadata[], assets: string[]): Promise<void> {
  const before = await waitForArchive(admin, backups);
  expect(before).toMatchObject({ state: 'done', verified: true, sealed: false, error: null });
  expect(readdirSync(join(plant.data, 'backups')).filter((name) => name.startsWith('before-'))).toEqual([]);
  expect(existsSync(join(plant.data, '.restored.json'))).toBe(false);
  const script = plant.anonymous.bearer(other.secret);
  expect((await script.get('/api/apitokens')).status).toBe(200);
  expect((await admin.delete(`/api/apitokens/${other.tokenid}`)).status).toBe(200);
  const current = await listBackups(admin);
  expect((await requestRestore(admin, before)).status).toBe(202);
  admin = await signInAfterRestore(plant, admin, LATER);
  expect(await listAssetNumbers(admin)).toEqual(assets);
  expect((await script.get('/api/apitokens')).status).toBe(401);
  await waitForArchive(admin, current);
}

test('a restore replaces the data, and a restore of the archive brings them back', async () => {
  await addAsset(admin, 'SINCE');
  const assets = await listAssetNumbers(admin);
  const backups = await step('Restore the backup, and serve it at the same address', restoreFirst);
  await step('Refuse credentials revoked since the backup', refuseRevoked);
  await step('Archive the replaced data, and restore the archive', () => restorePrevious(backups, assets));
});

test('the server refuses concurrent backups and restores', async () => {
  const backups = await listBackups(admin);
  const answers = await Promise.all([admin.post('/api/backups'), requestRestore(admin, first)]);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 201 || status === 202)).toHaveLength(1);
  const [made] = answers;
  if (made.status === 201) return waitForBackup(admin, made.data.backupid).then(() => undefined);
  admin = await signInAfterRestore(plant, admin, LATER);
  await waitForArchive(admin, backups);
});
