import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runtime } from '#runtime';
import { BackupMaker } from '../../src/features/appliancebackups/index.ts';
import { createPng } from '../support/pictures.ts';
import { eventually } from '../support/receivers.ts';
import { type Site, startSite } from '../support/site.ts';
import { backupPath, createBackup, readArchiveText, withUnpackedArchive } from './reading.ts';

setDefaultTimeout(120_000);

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const addAsset = (assetnumber: string) => site.admin.post('/api/assets', { assetnumber, assettypeid: 1 });

/** Returns the asset numbers in the database of an archive. */
const assetsIn = (archive: Uint8Array): string[] =>
  withUnpackedArchive(archive, (folder) => {
    const sqlite = runtime.openSqlite(join(folder, 'millwright.db'));
    const rows = sqlite.ask('SELECT assetnumber FROM assets ORDER BY 1') as { assetnumber: string }[];
    sqlite.close();
    return rows.map(({ assetnumber }) => assetnumber);
  });

const manifestIn = (folder: string) => JSON.parse(readArchiveText(folder, 'manifest.json')!);
/** Returns the names of the uploaded files in an archive. */
const filesIn = (archive: Uint8Array): string[] =>
  withUnpackedArchive(archive, manifestIn)
    .parts.map(({ name }: { name: string }) => name)
    .filter((name: string) => name.startsWith('files/'));

test('a backup contains all writes before its request and none after its response', async () => {
  for (let n = 0; n < 20; n++) await addAsset(`before-${n}`);
  const writing = Array.from({ length: 30 }, (_, n) => addAsset(`while-${n}`));
  const begun = await site.admin.post('/api/backups');
  expect([begun.status, begun.data.state, begun.data.verified]).toEqual([201, 'running', null]);
  const after = Array.from({ length: 30 }, (_, n) => addAsset(`after-${n}`));
  expect((await site.admin.get(`/api/backups/${begun.data.backupid}/download`)).status).toBe(409);
  await Promise.all([...writing, ...after]);
  await site.app.host.getInstance(BackupMaker).whenIdle();
  const { data } = await site.admin.get(`/api/backups/${begun.data.backupid}`);
  expect(data).toMatchObject({ state: 'done', verified: true, error: null, kind: 'manual', sealed: false });
  const numbers = assetsIn(readFileSync(backupPath(site, data)));
  expect(numbers.filter((number) => number.startsWith('before-'))).toHaveLength(20);
  expect(numbers.filter((number) => number.startsWith('after-'))).toEqual([]);
});

test('tar with zstd unpacks a backup whose parts match the hashes of the manifest', async () => {
  const before = readFileSync(backupPath(site, await createBackup(site)));
  const form = new FormData();
  form.append('file', new File([createPng()], 'a.png', { type: 'image/png' }));
  const { data: asset } = await addAsset('with-a-file');
  expect((await site.admin.upload(`/api/assets/${asset.assetid}/files`, form)).status).toBe(201);
  const note = await createBackup(site);
  const archive = readFileSync(backupPath(site, note));
  expect(createHash('sha256').update(archive).digest('hex')).toBe(note.sha256!);
  expect(archive.length).toBe(note.bytes!);
  withUnpackedArchive(archive, (folder) => {
    const manifest = manifestIn(folder);
    expect(manifest).toMatchObject({ by: 'admin', createddate: note.createddate });
    const names = manifest.parts.map(({ name }: { name: string }) => name);
    expect(names).toContain('millwright.db');
    expect(names).toContain('secrets.json');
    expect(names).toContain('audit-head.json');
    expect(names.filter((name: string) => /log|backups|-wal/.test(name))).toEqual([]);
    for (const { name, bytes, sha256 } of manifest.parts) {
      const content = readFileSync(join(folder, name));
      expect([name, content.length]).toEqual([name, bytes]);
      expect([name, createHash('sha256').update(content).digest('hex')]).toEqual([name, sha256]);
    }
  });
  expect(filesIn(archive)).toHaveLength(filesIn(before).length + 1);
});

test('a backup contains no one-time links', async () => {
  const ciphertext = Buffer.from('HERONCIPHER'.repeat(9)).toString('base64');
  expect((await site.admin.post('/api/securesend', { ciphertext, expiryhours: 24 })).status).toBe(201);
  await site.admin.post('/api/vendors', { vendor: 'KINGFISHER' });
  const archive = readFileSync(backupPath(site, await createBackup(site)));
  const [link, vendor] = withUnpackedArchive(archive, (folder) => {
    const database = readFileSync(join(folder, 'millwright.db'));
    return [database.includes(ciphertext.slice(0, 60)), database.includes('KINGFISHER')];
  });
  expect([link, vendor]).toEqual([false, true]);
});

test('a second backup is refused while one is made, which contains a file deleted meanwhile', async () => {
  const form = new FormData();
  form.append('file', new File([createPng()], 'b.png', { type: 'image/png' }));
  const { data: asset } = await addAsset('loses-its-file');
  const { data: file } = await site.admin.upload(`/api/assets/${asset.assetid}/files`, form);
  const begun = await site.admin.post('/api/backups');
  const second = await site.admin.post('/api/backups');
  expect([begun.status, second.status, second.error.message]).toEqual([
    201,
    409,
    'A backup is being created. Wait until it finishes.',
  ]);
  await site.admin.delete(`/api/assets/${asset.assetid}/files/${file.assetfileid}`);
  await site.app.host.getInstance(BackupMaker).whenIdle();
  const { data } = await site.admin.get(`/api/backups/${begun.data.backupid}`);
  expect(data).toMatchObject({ state: 'done', verified: true });
  const isIncluded = withUnpackedArchive(readFileSync(backupPath(site, data)), (folder) =>
    existsSync(join(folder, 'files', 'assetfiles', file.filename)),
  );
  expect(isIncluded).toBe(true);
});

test('a backup leaves only its file and metadata and writes an audit row', async () => {
  const note = await createBackup(site);
  expect(existsSync(join(site.data, 'backups', '.work', `making-${note.backupid}`))).toBe(false);
  const odd = readdirSync(join(site.data, 'backups')).filter(
    (name) => !/^millwright-.*\.tar\.zst(\.json)?$/.test(name) && name !== '.work',
  );
  expect(odd).toEqual([]);
  const { data } = await site.admin.get('/api/auditlogs?action=backups.backup.made');
  expect(data[0]).toMatchObject({ entitytype: 'backup', entityid: note.backupid, username: 'admin' });
});

test('the next backup is accepted as soon as the previous one is listed as done', async () => {
  for (let n = 0; n < 8; n++) {
    const { status, data } = await site.admin.post('/api/backups');
    expect(status).toBe(201);
    await eventually(
      async () => (await site.admin.get(`/api/backups/${data.backupid}`)).data.state === 'done',
      'the end of the backup',
      1,
    );
  }
});
