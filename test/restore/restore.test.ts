import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readBackupFile } from '../../src/cli/backup-file.ts';
import { takeOwnership } from '../../src/cli/ownership.ts';
import { UsageError } from '../../src/kit/config.ts';
import { createPng } from '../support/pictures.ts';
import { PASSWORD, startSite } from '../support/site.ts';
import { canMountTmpfs, mountTmpfs } from '../support/tmpfs.ts';
import {
  exportBackup,
  listSiteAssets,
  readTree,
  runDoctor,
  runRestore,
  withServedData,
} from './restoring.ts';

setDefaultTimeout(120_000);

const PASSPHRASE = 'grüne Ente, zwölf mal';
const scratch = mkdtempSync(join(tmpdir(), 'millwright-restore-'));
const plant = join(scratch, 'plant');
let file: string;
let sealed: string;
let session: string;
beforeAll(async () => {
  await withServedData(plant, async (site) => {
    const { data: asset } = await site.admin.post('/api/assets', { assetnumber: 'IN-IT', assettypeid: 1 });
    const form = new FormData();
    form.append('file', new File([createPng()], 'a.png', { type: 'image/png' }));
    expect((await site.admin.upload(`/api/assets/${asset.assetid}/files`, form)).status).toBe(201);
    file = await exportBackup(site, scratch, 'plain');
    await site.admin.put('/api/settings/backup_passphrase', { value: PASSPHRASE });
    sealed = await exportBackup(site, scratch, 'sealed');
    await site.admin.post('/api/assets', { assetnumber: 'LATER', assettypeid: 1 });
    session = (await site.anonymous.post('/api/auth/login', { username: 'admin', password: PASSWORD })).data
      .access_token;
  });
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let made = 0;
/** Returns a copy of the plant, which is stopped. */
function copyOfPlant(): string {
  const data = join(scratch, `copy-${++made}`, 'data');
  cpSync(plant, data, { recursive: true });
  return data;
}

async function expectRefused(words: string[], data: string, reason: RegExp): Promise<void> {
  const around = join(data, '..');
  const before = readTree(around);
  const { code, output } = await runRestore(...words, '--data', data);
  expect([code, output]).toEqual([1, expect.stringMatching(reason)]);
  expect(output).not.toContain('\n');
  expect(readTree(around)).toEqual(before);
}

test('a restore into a new directory contains all data, passes the doctor and is served', async () => {
  const data = join(scratch, 'new', 'below', 'data');
  const { code, output } = await runRestore(file, '--data', data);
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/^The backup of \S+ in \S+ was restored to \S+\.$/),
  ]);
  expect(readdirSync(data).sort()).toEqual([
    'audit-head.json',
    'files',
    'millwright.db',
    'owner.lock',
    'secrets.json',
  ]);
  expect(statSync(data).mode & 0o777).toBe(0o700);
  const doctor = runDoctor(data);
  expect([doctor.code, doctor.output]).toEqual([0, expect.not.stringContaining('NOTE')]);
  await withServedData(data, async (site) => {
    expect(await listSiteAssets(site)).toEqual(['IN-IT']);
    expect(readdirSync(join(data, 'files', 'assetfiles'))).toHaveLength(1);
    for (const name of readdirSync(join(data, 'files', 'assetfiles')))
      expect(readFileSync(join(data, 'files', 'assetfiles', name))).toEqual(createPng());
    const { data: rows } = await site.admin.get('/api/auditlogs?action=backups.restored');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ username: 'command line', entitytype: 'backup' });
    expect(rows[0].details).toMatchObject({
      filename: 'plain.tar.zst',
      createddate: expect.any(String),
      applianceid: expect.any(String),
    });
    expect((await site.admin.get('/api/auditlogs?action=audit.log.mistrusted')).data).toEqual([]);
  });
});

test('a restore revokes all sessions', async () => {
  const data = copyOfPlant();
  const requestSession = (url: string) =>
    fetch(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${session}` } });
  await withServedData(data, async ({ url }) => expect((await requestSession(url)).status).toBe(200));
  expect((await runRestore(file, '--data', data, '--replace')).code).toBe(0);
  await withServedData(data, async ({ url }) => expect((await requestSession(url)).status).toBe(401));
});

test('a restore sets data with users aside only with --replace and preserves backups and logs', async () => {
  const data = copyOfPlant();
  mkdirSync(join(data, 'logs'));
  writeFileSync(join(data, 'logs', 'millwright.log'), 'a line\n');
  const backups = readTree(join(data, 'backups'));
  await expectRefused([file], data, /contains the data of an appliance with users\. Add --replace/);
  const { code, output } = await runRestore(file, '--data', data, '--replace');
  expect(code).toBe(0);
  const [, before] = /; the previous data are in (\S+)\.$/.exec(output)!;
  expect(before).toMatch(/\/data\.before-\d{8}T\d{9}Z$/);
  expect(readTree(join(data, 'backups'))).toEqual(backups);
  expect(readFileSync(join(data, 'logs', 'millwright.log'), 'utf8')).toBe('a line\n');
  expect(readdirSync(data).filter((name) => name.startsWith('.'))).toEqual([]);
  expect(runDoctor(data)).toMatchObject({ code: 0 });
  expect(runDoctor(before!)).toMatchObject({ code: 0 });
  await withServedData(data, async (site) => expect(await listSiteAssets(site)).toEqual(['IN-IT']));
  await withServedData(before!, async (site) =>
    expect(await listSiteAssets(site)).toEqual(['IN-IT', 'LATER']),
  );
});

test('a refused restore changes no byte of the data of a killed server', async () => {
  const data = join(scratch, 'killed', 'data');
  const site = await startSite({ data });
  const copy = join(scratch, 'killed', 'copy', 'data');
  cpSync(data, copy, { recursive: true });
  await site.stop();
  expect(existsSync(join(copy, 'millwright.db-wal'))).toBe(true);
  rmSync(join(copy, 'owner.json'), { force: true });
  await expectRefused([file], copy, /with users/);
});

test('a restore is refused when the directory is in use', async () => {
  const data = copyOfPlant();
  const release = takeOwnership(data);
  try {
    await expectRefused([file, '--replace'], data, /is in use by process \d+/);
  } finally {
    release();
  }
});

test('a restore opens an encrypted backup with the passphrase file or the current passphrase', async () => {
  const writePassphrase = (text: string) => {
    const path = join(scratch, 'passphrase');
    writeFileSync(path, text);
    return path;
  };
  const renamed = join(scratch, 'renamed.backup');
  cpSync(sealed, renamed);
  const fresh = join(scratch, 'opened', 'data');
  mkdirSync(join(fresh, '..'));
  for (const one of [sealed, renamed])
    await expectRefused([one], fresh, /^The backup is encrypted\. Specify a file .* --passphrase-file\.$/);
  for (const wrong of ['something else', `${PASSPHRASE}\n\n`, `${PASSPHRASE} `])
    await expectRefused(
      [sealed, '--passphrase-file', writePassphrase(wrong)],
      fresh,
      /^The passphrase does not decrypt this backup\.$/,
    );
  for (const empty of ['', '\n'])
    await expectRefused(
      [sealed, '--passphrase-file', writePassphrase(empty)],
      fresh,
      /^The passphrase file .* is empty\.$/,
    );
  for (const right of [PASSPHRASE, `${PASSPHRASE}\n`, `${PASSPHRASE}\r\n`]) {
    expect(
      await runRestore(renamed, '--data', fresh, '--passphrase-file', writePassphrase(right)),
    ).toMatchObject({
      code: 0,
    });
    rmSync(fresh, { recursive: true });
  }
  expect(await runRestore(sealed, '--data', copyOfPlant(), '--replace')).toMatchObject({ code: 0 });
  const other = copyOfPlant();
  await withServedData(other, (site) =>
    site.admin.put('/api/settings/backup_passphrase', { value: 'another passphrase' }),
  );
  await expectRefused([sealed, '--replace'], other, /passphrase in the data directory does not decrypt it/);
});

test('the restore command refuses invalid arguments', () => {
  const wrong = [
    [],
    ['a', 'b'],
    ['a', '--replace=yes'],
    ['a', '--dat', 'x'],
    ['a', '--data'],
    ['a', '--port', '1'],
  ];
  for (const words of wrong) expect(() => readBackupFile('restore', words, {})).toThrow(UsageError);
});

test('a restore is refused when the file is missing, a folder or not a backup', async () => {
  const data = join(scratch, 'nothing', 'data');
  mkdirSync(join(data, '..'));
  await expectRefused([join(scratch, 'missing.tar.zst')], data, /There is no backup file/);
  await expectRefused([scratch], data, /There is no backup file/);
  const text = join(scratch, 'text.tar.zst');
  writeFileSync(text, 'Good morning.\n');
  await expectRefused([text], data, /damaged|not a backup/);
  writeFileSync(text, '');
  await expectRefused([text], data, /damaged|not a backup/);
});

test.if(canMountTmpfs())(
  'the previous data stay on their disk when the data directory is a mount point',
  async () => {
    const { path: disk, unmount } = mountTmpfs(100);
    try {
      cpSync(plant, disk, { recursive: true });
      const { code, output } = await runRestore(file, '--data', disk, '--replace');
      expect([code, output]).toEqual([0, expect.stringMatching(/ are in \S+\/disk\/before-\w+\.$/)]);
      const before = readdirSync(disk).find((name) => name.startsWith('before-'))!;
      expect(readdirSync(join(disk, before))).toContain('millwright.db');
      expect(runDoctor(disk)).toMatchObject({ code: 0 });
      expect(readdirSync(dirname(disk))).toEqual(['disk']);
    } finally {
      unmount();
    }
  },
);
