import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { recordRestoreState } from '../../src/features/appliancebackups/data-replacement.ts';
import { type BackupMetadata, BackupStore } from '../../src/kit/backup/backup-store.ts';
import { backupFolderPath } from '../../src/kit/data/copies.ts';
import { stageOf } from '../../src/kit/restore/plan.ts';
import { swap } from '../../src/kit/restore/swap.ts';
import { runMillwright } from '../faults/process.ts';
import type { Client } from '../support/client.ts';
import { buildArchive, unpackArchive } from './archives.ts';
import {
  ACCOUNT,
  addAsset,
  listAssetNumbers,
  listBackups,
  type RestorablePlant,
  requestBackup,
  requestRestore,
  signInWith,
  signUpFirstAdmin,
  startPlant,
  waitForArchive,
  waitUntil,
} from './own-process.ts';

setDefaultTimeout(120_000);

const scratch = mkdtempSync(join(tmpdir(), 'millwright-by-page-'));
let plant: RestorablePlant;
let admin: Client;
let good: BackupMetadata;
beforeAll(async () => {
  plant = await startPlant();
  admin = await signUpFirstAdmin(plant);
  await addAsset(admin, 'IN-IT');
  good = await requestBackup(admin);
  await addAsset(admin, 'LATER');
});
/** True while a test has killed the appliance. */
let isKilled = false;
beforeEach(async () => {
  if (isKilled) await startAgain();
});
afterAll(async () => {
  await plant?.stop();
  rmSync(scratch, { recursive: true, force: true });
});

async function kill(): Promise<void> {
  isKilled = true;
  await plant.kill();
}

async function startAgain(): Promise<void> {
  plant = await startPlant({ data: plant.data });
  isKilled = false;
  admin = await signInWith(plant.anonymous);
}

const fileOf = ({ filename }: BackupMetadata) => join(plant.data, 'backups', filename);
const standing = async () => ({
  assets: await listAssetNumbers(admin),
  backups: await listBackups(admin),
  hidden: readdirSync(plant.data).filter((name) => name.startsWith('.')),
});

async function upload(name: string, content: Uint8Array): Promise<BackupMetadata> {
  const { status, data, text } = await admin
    .with({ 'content-type': 'application/octet-stream' })
    .raw('POST', `/api/backups/upload?filename=${name}`, new Uint8Array(content));
  expect([status, text]).toEqual([201, text]);
  return data;
}

async function expectRefused(note: BackupMetadata, reason: RegExp): Promise<void> {
  const before = await standing();
  const { status, error } = await requestRestore(admin, note);
  expect([status, error.code, error.message]).toEqual([409, 'CONFLICT', expect.stringMatching(reason)]);
  expect(await standing()).toEqual(before);
  expect(before.hidden).toEqual([]);
}

test('a restore is refused when the backup was altered or truncated after its verification', async () => {
  const content = readFileSync(fileOf(good));
  const altered = await upload('altered.tar.zst', content);
  content[content.length >> 1]! ^= 1;
  await Bun.write(fileOf(altered), content);
  await expectRefused(altered, /damaged|hash|archive/);
  const short = await upload('short.tar.zst', readFileSync(fileOf(good)));
  await Bun.write(fileOf(short), readFileSync(fileOf(good)).subarray(0, -40));
  await expectRefused(short, /incomplete|damaged/);
});

test('a restore is refused when the backup is of a newer version', async () => {
  const archive = await unpackArchive(fileOf(good));
  archive.manifest.version = '99.0.0';
  const file = join(scratch, 'newer.tar.zst');
  await buildArchive(file, archive);
  await expectRefused(await upload('newer.tar.zst', readFileSync(file)), /from a newer version, 99\.0\.0/);
});

test('a restore returns 401 and changes nothing when the requesting admin is disabled meanwhile', async () => {
  const account = { username: 'second', email: 'second@plant.example', password: ACCOUNT.password };
  const roles = (await admin.get('/api/users/roles')).data as { roleid: number; rolename: string }[];
  const { roleid } = roles.find(({ rolename }) => rolename === 'admin')!;
  const more = { roles: [roleid], mustchangepassword: false, sendwelcome: false };
  const { userid } = (await admin.post('/api/users', { ...account, ...more })).data;
  const second = await plant.anonymous.signIn(account.username, account.password);
  const before = await standing();
  const answer = requestRestore(second, good);
  await waitUntil(
    async () => (await admin.get(`/api/backups/${good.backupid}`)).data as BackupMetadata,
    ({ restoring }) => restoring?.state === 'rehearsing',
    'it is rehearsed',
  );
  expect((await admin.put(`/api/users/${userid}`, { isactive: false })).status).toBe(200);
  expect((await answer).status).toBe(401);
  expect(await standing()).toEqual(before);
});

test('the start restores the previous data and records the reason when the new data cannot be served', async () => {
  await addAsset(admin, 'NOT-IN-IT');
  const before = await standing();
  await kill();
  const { data } = plant;
  expect(await runMillwright('restore', fileOf(good), '--data', stageOf(data))).toMatchObject({ code: 0 });
  recordRestoreState(new BackupStore(backupFolderPath(data)), good.backupid, {
    state: 'replacing',
    reason: null,
  });
  swap({ data, at: new Date(), isOnTrial: true });
  // The staging checks have passed, but a disk may still fail afterwards.
  writeFileSync(join(data, 'certs/server.pem'), 'no certificate\n');
  await startAgain();
  expect(await listAssetNumbers(admin)).toEqual(before.assets);
  const { restoring } = (await listBackups(admin)).find(({ backupid }) => backupid === good.backupid)!;
  expect(restoring?.state).toBe('failed');
  expect(restoring?.reason).toMatch(
    /could not start with the restored data, so the previous data are back in use: .*server\.pem/,
  );
  const isRestore = ({ kind }: BackupMetadata) => kind === 'restore';
  expect((await listBackups(admin)).filter(isRestore)).toEqual(before.backups.filter(isRestore));
  expect(readdirSync(data).filter((name) => /^\.|^before/.test(name))).toEqual([]);
  expect(readdirSync(dirname(data)).filter((name) => name.startsWith(`${basename(data)}.`))).toEqual([]);
  expect(readdirSync(join(plant.data, 'backups')).filter((name) => name.startsWith('before'))).toEqual([]);
});

test('the server has the previous or the restored data when it is killed during a restore', async () => {
  await addAsset(admin, 'SINCE');
  const before = await standing();
  expect((await requestRestore(admin, good)).status).toBe(202);
  await kill();
  await startAgain();
  const { data: now } = await admin.get(`/api/backups/${good.backupid}`);
  const assets = await listAssetNumbers(admin);
  if (now.restoring === null) expect(assets).toEqual(['IN-IT']);
  else expect([now.restoring.state, assets]).toEqual(['failed', before.assets]);
  expect(readdirSync(plant.data).filter((name) => name.startsWith('.'))).toEqual([]);
  if (now.restoring === null) await waitForArchive(admin, before.backups);
});
