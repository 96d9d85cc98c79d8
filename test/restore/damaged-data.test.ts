import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BackupMetadata } from '../../src/kit/backup/backup-store.ts';
import type { Client } from '../support/client.ts';
import { testJourney } from '../support/step.ts';
import { destroyTable } from './destroy-table.ts';
import {
  type RestorablePlant,
  requestBackup,
  requestRestore,
  signInAfterRestore,
  signInWith,
  signUpFirstAdmin,
  startPlant,
} from './own-process.ts';
import { runRestore } from './restoring.ts';

setDefaultTimeout(120_000);

const scratch = mkdtempSync(join(tmpdir(), 'millwright-damaged-'));
let plant: RestorablePlant;
let admin: Client;
let good: BackupMetadata;
let revoked: string;

beforeAll(async () => {
  plant = await startPlant();
  admin = await signUpFirstAdmin(plant);
  const { data } = await admin.post('/api/apitokens', { name: 'script' });
  revoked = data.secret;
  good = await requestBackup(admin);
  expect((await admin.delete(`/api/apitokens/${data.tokenid}`)).status).toBe(200);
  await plant.stop();
  destroyTable(plant.data, 'bootstraptokens');
  cpSync(plant.data, join(scratch, 'by-command'), { recursive: true });
  plant = await startPlant({ data: plant.data });
  admin = await signInWith(plant.anonymous);
});
afterAll(async () => {
  await plant?.stop();
  rmSync(scratch, { recursive: true, force: true });
});

async function refuseByPage(): Promise<void> {
  const { status, error } = await requestRestore(admin, good);
  expect([status, error.details]).toEqual([409, { unread: ['bootstraptokens'] }]);
  expect(error.message).toContain('bootstraptokens of the current data cannot be read');
  expect((await admin.get(`/api/backups/${good.backupid}`)).data.restoring).toBeNull();
}

async function restoreByPage(): Promise<void> {
  expect((await requestRestore(admin, good, { evenso: true })).status).toBe(202);
  admin = await signInAfterRestore(plant, admin);
  expect((await plant.anonymous.bearer(revoked).get('/api/apitokens')).status).toBe(401);
  const { data: log } = await admin.get('/api/auditlogs?action=backups.restored');
  expect(log[0].details).toMatchObject({ kept: 'admin', apitokens: 1, unread: ['bootstraptokens'] });
}

testJourney('a restore reports unreadable tables and replaces them when the admin confirms', {
  'Refuse the restore, name the unreadable table and change nothing': refuseByPage,
  'Restore the data, and keep the account and all readable revocations': restoreByPage,
});

test('the restore command names the unreadable table', async () => {
  const data = join(scratch, 'by-command');
  const file = join(plant.data, 'backups', good.filename);
  const { code, output } = await runRestore(file, '--data', data, '--replace');
  expect([code, output]).toEqual([
    0,
    expect.stringContaining('; the tables bootstraptokens of the previous data cannot be read'),
  ]);
});
