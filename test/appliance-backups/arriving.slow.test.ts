import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { packTar, unpackTar } from 'modern-tar';
import { runtime, type Sqlite } from '#runtime';
import { BackupMaker } from '../../src/features/appliancebackups/index.ts';
import { changeBehindGuards } from '../restore/archives.ts';
import { withSetting } from '../support/settings.ts';
import { type Site, startSite } from '../support/site.ts';
import { backupPath, createBackup } from './reading.ts';

setDefaultTimeout(120_000);

const PASSPHRASE = 'zwölf Störche im Moor';
let site: Site;
let archive: Buffer;
beforeAll(async () => {
  site = await startSite();
  const note = await createBackup(site);
  archive = readFileSync(backupPath(site, note));
});
afterAll(() => site?.stop());

const upload = (filename: string, body: Uint8Array, headers = {}) =>
  site.admin
    .with({ 'content-type': 'application/octet-stream', ...headers })
    .raw('POST', `/api/backups/upload?filename=${encodeURIComponent(filename)}`, new Uint8Array(body));
const whilePassphrase = <T>(passphrase: string, work: () => Promise<T>) =>
  withSetting(site, 'backup_passphrase', passphrase, work);
const inFolder = () => readdirSync(join(site.data, 'backups')).sort();

type Entry = Parameters<typeof packTar>[0][number];
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/** Returns the archive with changed entries. The manifest is adapted unless the entries include one. */
async function archiveOf(change: (entries: Entry[]) => Entry[]): Promise<Uint8Array> {
  const entries = await unpackTar(zstdDecompressSync(archive));
  return zstdCompressSync(await packTar(change(entries as Entry[])));
}

const entry = (name: string, text: string, type = 'file' as const): Entry => ({
  header: { name, size: Buffer.byteLength(text), type },
  body: text,
});

/** Adds an entry that the manifest lists, like a forged archive. */
const withPart = (name: string, text: string) => (entries: Entry[]) => {
  const [first, ...rest] = entries as (Entry & { data?: Uint8Array; body?: string })[];
  const manifest = JSON.parse(String(first!.body ?? Buffer.from(first!.data!)));
  manifest.parts.push({ name, bytes: Buffer.byteLength(text), sha256: sha256(Buffer.from(text)) });
  return [entry('manifest.json', JSON.stringify(manifest)), ...rest, entry(name, text)];
};

test('an uploaded backup is listed when it is valid, and its name is then in use', async () => {
  const first = await upload('from-elsewhere.tar.zst', archive);
  expect([first.status, first.data.kind, first.data.verified]).toEqual([201, 'uploaded', true]);
  expect((await site.admin.get(`/api/backups/${first.data.backupid}`)).data).toEqual(first.data);
  const again = await upload('from-elsewhere.tar.zst', archive);
  expect([again.status, again.error.code]).toEqual([409, 'CONFLICT']);
  expect((await site.admin.delete(`/api/backups/${first.data.backupid}`)).status).toBe(200);
  const { data: third } = await upload('from-elsewhere.tar.zst', archive);
  expect(third.backupid).not.toBe(first.data.backupid);
});

test('an encrypted upload is verified with the passphrase of the header or stored unverified', async () => {
  const sealed = await whilePassphrase(PASSPHRASE, () => createBackup(site));
  const content = readFileSync(backupPath(site, sealed));
  await whilePassphrase('another one of these', async () => {
    const unseen = await upload('unseen.tar.zst.age', content);
    expect([unseen.status, unseen.data.verified, unseen.data.sealed]).toEqual([201, null, true]);
    const header = (text: string) => ({ 'x-backup-passphrase': encodeURIComponent(text) });
    const wrong = await upload('wrong.tar.zst.age', content, header('nonsense'));
    expect([wrong.status, wrong.error.details.issues[0].path]).toEqual([400, 'passphrase']);
    const opened = await upload('opened.tar.zst.age', content, header(PASSPHRASE));
    expect([opened.status, opened.data.verified]).toEqual([201, true]);
  });
});

/**
 * Returns the archive with another manifest and a changed database. The manifest contains the correct hash.
 */
const forge = (manifestChanges: object, change: (sqlite: Sqlite) => void) =>
  archiveOf((entries) => {
    const [first, ...rest] = entries as (Entry & { data: Uint8Array })[];
    const file = join(site.data, 'forged.db');
    writeFileSync(file, rest.find(({ header }) => header.name === 'millwright.db')!.data);
    const sqlite = runtime.openSqlite(file);
    change(sqlite);
    sqlite.close();
    const content = readFileSync(file);
    rmSync(file);
    const manifest = { ...JSON.parse(Buffer.from(first!.data).toString()), ...manifestChanges };
    const part = manifest.parts.find(({ name }: { name: string }) => name === 'millwright.db');
    Object.assign(part, { bytes: content.length, sha256: sha256(content) });
    const header = { name: 'millwright.db', size: content.length, type: 'file' as const };
    const others = rest.filter(({ header: { name } }) => name !== 'millwright.db');
    return [entry('manifest.json', JSON.stringify(manifest)), { header, body: content }, ...others];
  });

const ALTERED = "UPDATE auditlogs SET action = 'nothing.at.all' WHERE auditlogid = 2";

test('an upload with a changed audit log is refused for any version in the manifest', async () => {
  const before = inFolder();
  for (const version of ['0.1.9', '0.2.0', '99.0.0']) {
    const body = await forge({ version }, (sqlite) => changeBehindGuards(sqlite, ALTERED));
    const { status, error } = await upload('forged.tar.zst', body);
    expect([version, status, error?.message]).toEqual([version, 400, expect.stringContaining('audit log')]);
  }
  expect(inFolder()).toEqual(before);
});

test('an upload of a newer version is refused with that version', async () => {
  const later = "INSERT INTO migrations VALUES ('core', '9999_later', 'x', '2030-01-01T00:00:00.000Z')";
  const body = await forge({ version: '7.8.9' }, (sqlite) => sqlite.exec(later));
  const { status, error } = await upload('newer.tar.zst', body);
  expect([status, error?.message]).toEqual([400, expect.stringContaining('from a newer version, 7.8.9')]);
});

test('the error about damaged keys does not contain a path of the server', async () => {
  const body = await archiveOf((entries) => {
    const [first, ...rest] = entries as (Entry & { data: Uint8Array })[];
    const manifest = JSON.parse(Buffer.from(first!.data).toString());
    const part = manifest.parts.find(({ name }: { name: string }) => name === 'secrets.json');
    Object.assign(part, { bytes: 2, sha256: sha256(Buffer.from('{}')) });
    const others = rest.map((one) =>
      one.header.name === 'secrets.json' ? entry('secrets.json', '{}') : one,
    );
    return [entry('manifest.json', JSON.stringify(manifest)), ...others];
  });
  const { status, error } = await upload('keys.tar.zst', body);
  expect([status, error.message]).toEqual([400, expect.stringContaining('secrets.json, are damaged')]);
  expect(error.message).not.toContain(site.data);
});

test('an upload is refused when the names of its parts cannot be stored', async () => {
  for (const names of [[`certs/${'x'.repeat(300)}`], ['certs/a', 'certs/a/b']]) {
    const content = await archiveOf((entries) =>
      names.reduce((all, name) => withPart(name, 'x')(all), entries),
    );
    const { status, error } = await upload('names.tar.zst', content);
    expect([names, status, error?.code]).toEqual([names, 400, 'BAD_REQUEST']);
  }
});

test('only the first of several concurrent uploads with one name is accepted', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => upload('race.tar.zst', archive)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  const begun = (await site.admin.post('/api/backups')).data;
  expect((await upload(begun.filename, archive)).status).toBe(409);
  await site.app.host.getInstance(BackupMaker).whenIdle();
  expect((await site.admin.get(`/api/backups/${begun.backupid}`)).data).toMatchObject({
    kind: 'manual',
    state: 'done',
  });
});

test('an invalid upload is refused with the reason and leaves no file', async () => {
  const empty: Record<string, unknown> = {};
  const cases: Record<string, Uint8Array> = {
    'no archive': Buffer.from('hello, this is no archive at all'),
    'nothing compressed': zstdCompressSync(Buffer.alloc(0)),
    'no tar': zstdCompressSync(Buffer.from('x'.repeat(5000))),
    'cut short': archive.subarray(0, archive.length - 50),
    'an altered byte': Buffer.from(archive.map((byte, at) => (at === archive.length >> 1 ? byte ^ 1 : byte))),
    'no manifest': await archiveOf((entries) => entries.slice(1)),
    'the manifest last': await archiveOf(([first, ...rest]) => [...rest, first!]),
    'a part missing': await archiveOf((entries) => entries.slice(0, -1)),
    'a part that is not named': await archiveOf((entries) => [...entries, entry('files/x/y', 'z')]),
    'a part twice': await archiveOf((entries) => [...entries, entries.at(-1)!]),
    'a way out': await archiveOf(withPart('../../evil', 'x')),
    'a way out below files': await archiveOf(withPart('files/../../evil', 'x')),
    'an absolute path': await archiveOf(withPart('/tmp/evil', 'x')),
    'a Windows path': await archiveOf(withPart('files\\..\\evil', 'x')),
    'another program': await archiveOf(withPart('millwright', 'x')),
    'a link': await archiveOf(([first, ...rest]) => [
      first!,
      { header: { name: 'files/link', type: 'symlink', linkname: '/etc/passwd', size: 0 } },
      ...rest,
    ]),
    'a bomb': zstdCompressSync(Buffer.alloc(300 * 1024 * 1024)),
    'another database': await archiveOf((entries) => {
      const text = 'SQLite format 3, or so';
      const [first, ...rest] = entries as (Entry & { data: Uint8Array })[];
      const manifest = JSON.parse(Buffer.from(first!.data).toString());
      const part = manifest.parts.find(({ name }: { name: string }) => name === 'millwright.db');
      Object.assign(part, { bytes: text.length, sha256: sha256(Buffer.from(text)) });
      const others = rest.filter(({ header }) => header.name !== 'millwright.db');
      return [entry('manifest.json', JSON.stringify(manifest)), entry('millwright.db', text), ...others];
    }),
    'an odd manifest': await archiveOf(([, ...rest]) => [
      entry('manifest.json', JSON.stringify(empty)),
      ...rest,
    ]),
  };
  const before = inFolder();
  for (const [what, body] of Object.entries(cases)) {
    const { status, error } = await upload('hostile.tar.zst', body);
    expect([what, status]).toEqual([what, 400]);
    expect([what, error.message]).toEqual([what, expect.stringMatching(/^[A-Z"].*\.$/)]);
    if (what === 'cut short') expect(error.message).toEndWith('copy or download it again.');
  }
  for (const name of [
    '../x.tar.zst',
    'x.zip',
    '.tar.zst',
    'a/b.tar.zst',
    'a\\b.tar.zst',
    'NUL:.tar.zst',
    'x.tar.zst.json',
  ])
    expect([name, (await upload(name, archive)).status]).toEqual([name, 400]);
  expect(inFolder()).toEqual(before);
});
