import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { packTar, unpackTar } from 'modern-tar';
import type { BackupNote } from '../../src/kit/backup/shelf.ts';
import { type Site, startSite } from '../support/site.ts';
import { madeBackup, pathOf } from './reading.ts';

setDefaultTimeout(60_000);

const PASSPHRASE = 'zwölf Störche im Moor';
let site: Site;
let archive: Buffer;
beforeAll(async () => {
  site = await startSite();
  const note = await madeBackup(site);
  archive = readFileSync(pathOf(site, note));
});
afterAll(() => site.stop());

const upload = (filename: string, body: Uint8Array, headers = {}) =>
  site.admin
    .with({ 'content-type': 'application/octet-stream', ...headers })
    .raw('POST', `/api/backups/upload?filename=${encodeURIComponent(filename)}`, new Uint8Array(body));
const inFolder = () => readdirSync(join(site.data, 'backups')).sort();

type Entry = Parameters<typeof packTar>[0][number];
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/** The archive with other entries; its manifest fits them unless they bring their own. */
async function archiveOf(change: (entries: Entry[]) => Entry[]): Promise<Uint8Array> {
  const entries = await unpackTar(zstdDecompressSync(archive));
  return zstdCompressSync(await packTar(change(entries as Entry[])));
}

const entry = (name: string, text: string, type = 'file' as const): Entry => ({
  header: { name, size: Buffer.byteLength(text), type },
  body: text,
});

/** Adds an entry that the manifest names, as whoever forges an archive would. */
const withPart = (name: string, text: string) => (entries: Entry[]) => {
  const [first, ...rest] = entries as (Entry & { data: Uint8Array })[];
  const manifest = JSON.parse(Buffer.from(first!.data).toString());
  manifest.parts.push({ name, bytes: Buffer.byteLength(text), sha256: sha256(Buffer.from(text)) });
  return [entry('manifest.json', JSON.stringify(manifest)), ...rest, entry(name, text)];
};

test('one from elsewhere is listed once it was found whole, and its name is taken then', async () => {
  const first = await upload('from-elsewhere.tar.zst', archive);
  expect([first.status, first.data.kind, first.data.verified]).toEqual([201, 'uploaded', true]);
  expect((await site.admin.get(`/api/backups/${first.data.backupid}`)).data).toEqual(first.data);
  const again = await upload('from-elsewhere.tar.zst', archive);
  expect([again.status, again.error.code]).toEqual([409, 'CONFLICT']);
  expect((await site.admin.delete(`/api/backups/${first.data.backupid}`)).status).toBe(200);
  const { data: third } = await upload('from-elsewhere.tar.zst', archive);
  expect(third.backupid).not.toBe(first.data.backupid);
});

test('a sealed one is opened by the passphrase of the header, or lies there unseen', async () => {
  await site.admin.put('/api/settings/backup_passphrase', { value: PASSPHRASE });
  const sealed: BackupNote = await madeBackup(site);
  const content = readFileSync(pathOf(site, sealed));
  await site.admin.put('/api/settings/backup_passphrase', { value: 'another one of these' });
  const unseen = await upload('unseen.tar.zst.age', content);
  expect([unseen.status, unseen.data.verified, unseen.data.sealed]).toEqual([201, null, true]);
  const header = (text: string) => ({ 'x-backup-passphrase': encodeURIComponent(text) });
  const wrong = await upload('wrong.tar.zst.age', content, header('nonsense'));
  expect([wrong.status, wrong.error.details.issues[0].path]).toEqual([400, 'passphrase']);
  const opened = await upload('opened.tar.zst.age', content, header(PASSPHRASE));
  expect([opened.status, opened.data.verified]).toEqual([201, true]);
  await site.admin.put('/api/settings/backup_passphrase', { value: '' });
});

test('what is no whole backup is refused with the reason, and nothing of it is left', async () => {
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
