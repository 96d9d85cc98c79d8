import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync, rmSync } from 'node:fs';
import { Decrypter } from 'age-encryption';
import { BackupMaker } from '../../src/features/appliancebackups/index.ts';
import type { BackupMetadata } from '../../src/kit/backup/backup-store.ts';
import { type Site, startSite } from '../support/site.ts';
import { backupPath, createBackup, readArchiveText, withUnpackedArchive } from './reading.ts';

setDefaultTimeout(120_000);

const PASSPHRASE = 'grüne Ente, zwölf mal';
let site: Site;
let plain: BackupMetadata;
let sealed: BackupMetadata;
beforeAll(async () => {
  site = await startSite();
  plain = await createBackup(site);
  await setPassphrase(PASSPHRASE);
  sealed = await createBackup(site);
});
// A failed test may have left another passphrase.
beforeEach(() => setPassphrase(PASSPHRASE));
afterAll(() => site?.stop());

const setPassphrase = async (value: string) =>
  expect((await site.admin.put('/api/settings/backup_passphrase', { value })).status).toBe(200);
const verify = ({ backupid }: BackupMetadata, body?: object) =>
  site.admin.post(`/api/backups/${backupid}/verify`, body);

test('a valid backup is verified, plain and encrypted', async () => {
  for (const note of [plain, sealed]) {
    const { status, data } = await verify(note);
    expect([status, data]).toEqual([200, { verified: true, problems: [] }]);
  }
});

test('an encrypted backup is opened by age with its passphrase', async () => {
  expect(sealed.filename).toEndWith('.tar.zst.age');
  expect(sealed).toMatchObject({ sealed: true, state: 'done', verified: true });
  const content = readFileSync(backupPath(site, sealed));
  expect(content.toString('latin1', 0, 21)).toBe('age-encryption.org/v1');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(PASSPHRASE);
  const archive = await decrypter.decrypt(content);
  expect(withUnpackedArchive(archive, (folder) => readArchiveText(folder, 'secrets.json'))).toContain('seal');
});

test('the passphrase ID of a backup changes with the passphrase', async () => {
  expect(plain.passphraseid).toBeNull();
  expect(sealed.passphraseid).toMatch(/^[0-9a-f-]{36}$/);
  await setPassphrase(`${PASSPHRASE}!`);
  const other = await createBackup(site);
  expect(other.passphraseid).not.toBe(sealed.passphraseid);
  expect((await verify(sealed)).data).toEqual({ verified: null, problems: [] });
  expect((await verify(sealed, { passphrase: PASSPHRASE })).data).toEqual({ verified: true, problems: [] });
  const wrong = await verify(sealed, { passphrase: 'something else' });
  expect([wrong.status, wrong.error.details.issues[0].path]).toEqual([400, 'passphrase']);
  await setPassphrase(PASSPHRASE);
  // Setting the same passphrase again creates a new passphrase ID in the list.
  expect((await createBackup(site)).passphraseid).not.toBe(sealed.passphraseid);
});

test('a backup is valid when the passphrase changes while it is made', async () => {
  const begun = await site.admin.post('/api/backups');
  await setPassphrase(`${PASSPHRASE}?`);
  await site.app.host.getInstance(BackupMaker).whenIdle();
  const { data } = await site.admin.get(`/api/backups/${begun.data.backupid}`);
  expect(data).toMatchObject({ state: 'done', verified: true, error: null });
});

test('a backup without its file is failed and can be deleted', async () => {
  const note = await createBackup(site);
  rmSync(backupPath(site, note));
  const { data } = await site.admin.get(`/api/backups/${note.backupid}`);
  expect(data).toMatchObject({ state: 'failed', verified: false, error: 'The file is missing.' });
  expect((await verify(note)).status).toBe(409);
  expect((await site.admin.delete(`/api/backups/${note.backupid}`)).status).toBe(200);
  expect((await site.admin.get(`/api/backups/${note.backupid}`)).status).toBe(404);
});
