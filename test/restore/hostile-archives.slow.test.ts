import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import {
  createWriteStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import type { Manifest } from '../../src/kit/backup/manifest.ts';
import { createChooser } from '../support/random.ts';
import {
  type Archive,
  buildArchive,
  changeBehindGuards,
  createArchiveEntry,
  unpackArchive,
  withDatabase,
} from './archives.ts';
import { exportBackup, readTree, runRestore, withServedData } from './restoring.ts';

setDefaultTimeout(240_000);

const scratch = mkdtempSync(join(tmpdir(), 'millwright-hostile-'));
const place = join(scratch, 'place');
const data = join(place, 'data');
const bad = join(scratch, 'bad.tar.zst');
let plain: string;
let sealed: string;
let archive: Archive;
beforeAll(async () => {
  await withServedData(data, async (site) => {
    plain = await exportBackup(site, scratch, 'plain');
    await site.admin.put('/api/settings/backup_passphrase', { value: 'twelve characters' });
    sealed = await exportBackup(site, scratch, 'sealed');
  });
  archive = await unpackArchive(plain);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Expects an error message of one sentence, and no change in or next to the data. */
async function expectRefused(file: string, reason = /\.$/): Promise<string> {
  const before = readTree(place);
  const { code, output } = await runRestore(file, '--data', data, '--replace');
  expect([code, output]).toEqual([1, expect.stringMatching(reason)]);
  expect(output).toMatch(/^[^\n]+\.$/);
  expect(readTree(place)).toEqual(before);
  const fresh = join(place, 'fresh');
  expect((await runRestore(file, '--data', fresh)).code).toBe(1);
  expect(existsSync(fresh)).toBe(false);
  return output;
}

async function expectRefusedWith(change: (copy: Archive) => Archive, reason: RegExp): Promise<void> {
  const copy = { manifest: structuredClone(archive.manifest), entries: [...archive.entries] };
  await buildArchive(bad, change(copy));
  await expectRefused(bad, reason);
}

const withEntry =
  (name: string, content = 'x') =>
  (copy: Archive): Archive => {
    const { part, entry } = createArchiveEntry(name, content);
    return {
      manifest: { ...copy.manifest, parts: [...copy.manifest.parts, part] },
      entries: [...copy.entries, entry],
    };
  };

const withManifest =
  (change: Partial<Manifest>) =>
  (copy: Archive): Archive => ({
    ...copy,
    manifest: { ...copy.manifest, ...change },
  });

test('a restore accepts an archive that was repacked without changes', async () => {
  await buildArchive(bad, archive);
  expect(await runRestore(bad, '--data', join(scratch, 'taken'))).toMatchObject({ code: 0 });
});

test('a restore is refused when a byte of the backup was altered', async () => {
  const { below } = createChooser(20261123);
  for (const file of [plain, sealed]) {
    const content = readFileSync(file);
    for (let n = 0; n < 20; n++) {
      const altered = Buffer.from(content);
      altered[below(content.length)]! ^= 1 + below(255);
      writeFileSync(bad, altered);
      await expectRefused(bad);
    }
  }
});

test('a restore is refused when the backup is truncated or has extra bytes', async () => {
  for (const file of [plain, sealed]) {
    const content = readFileSync(file);
    const ends = [0, 1, 20, 300, ...[0.2, 0.5, 0.9].map((share) => Math.floor(share * content.length))];
    for (const end of [...ends, content.length - 600, content.length - 10, content.length - 1]) {
      writeFileSync(bad, content.subarray(0, end));
      await expectRefused(bad);
    }
    for (const more of ['x', 'a few words more', '\0'.repeat(1000)]) {
      writeFileSync(bad, Buffer.concat([content, Buffer.from(more)]));
      await expectRefused(bad);
    }
  }
});

test('a restore is refused when an entry name leaves the directory or is not allowed', async () => {
  const names = [
    '../x',
    'files/../../x',
    '/tmp/x',
    'files//x',
    'files/./x',
    'files\\..\\x',
    'files/C:x',
    'logs/x',
    'backups/x',
    'owner.lock',
    'files',
    'files/',
  ];
  for (const name of names)
    await expectRefusedWith(withEntry(name), /does not belong|does not match the manifest|conflicts with/);
  await expectRefusedWith(withEntry(`files/${'n'.repeat(300)}`), /conflicts with the names/);
  const twofold = (copy: Archive) => withEntry('files/a/b')(withEntry('files/a')(copy));
  await expectRefusedWith(twofold, /conflicts with the names/);
});

test('a restore is refused when an entry is a link, a folder or a device', async () => {
  for (const type of ['symlink', 'link', 'directory', 'fifo', 'character-device'] as const) {
    const { part } = createArchiveEntry('files/x', '');
    const entry = { header: { name: 'files/x', size: 0, type, linkname: '/etc/passwd' } };
    await expectRefusedWith(
      ({ manifest, entries }) => ({
        manifest: { ...manifest, parts: [...manifest.parts, part] },
        entries: [...entries, entry],
      }),
      /does not match the manifest/,
    );
  }
});

test('a restore is refused when an entry is duplicated, undeclared or missing', async () => {
  await expectRefusedWith(
    (copy) => ({ ...copy, entries: [...copy.entries, copy.entries[0]!] }),
    /does not match the manifest/,
  );
  await expectRefusedWith(
    ({ manifest, entries }) => ({
      entries: [...entries, entries.at(-1)!],
      manifest: { ...manifest, parts: [...manifest.parts, manifest.parts.at(-1)!] },
    }),
    /lists a file twice/,
  );
  await expectRefusedWith(
    (copy) => ({ ...copy, entries: [...copy.entries, createArchiveEntry('files/x', 'x').entry] }),
    /does not match the manifest/,
  );
  await expectRefusedWith((copy) => ({ ...copy, entries: copy.entries.slice(0, -1) }), /is missing/);
});

test('a restore is refused when a size or hash in the manifest is wrong', async () => {
  const lying = (change: object) => (copy: Archive) => {
    const parts = copy.manifest.parts.map((part, at) => (at === 0 ? { ...part, ...change } : part));
    return { ...copy, manifest: { ...copy.manifest, parts } };
  };
  await expectRefusedWith(lying({ bytes: 3 }), /does not match the manifest/);
  await expectRefusedWith(lying({ sha256: '0'.repeat(64) }), /does not match its hash/);
  await expectRefusedWith(
    lying({ bytes: 1e15 }),
    /^The restore needs [\d,.]+ MB of disk space in \S+, but only [\d,.]+ MB are free/,
  );
  await expectRefusedWith(lying({ bytes: -1 }), /manifest of this backup cannot be read/);
});

test('a restore is refused when the backup is newer, lacks its keys or is a database file', async () => {
  await expectRefusedWith(withManifest({ version: '99.0.0' }), /from a newer version/);
  await expectRefusedWith(
    ({ manifest, entries }) => ({
      manifest: { ...manifest, parts: manifest.parts.filter(({ name }) => name !== 'secrets.json') },
      entries: entries.filter(({ header }) => header.name !== 'secrets.json'),
    }),
    /does not contain secrets\.json/,
  );
  writeFileSync(bad, readFileSync(join(data, 'millwright.db')));
  await expectRefused(bad, /damaged|not a backup/);
});

test('a restore is refused when the database is newer, altered or has broken references', async () => {
  const newer = "INSERT INTO migrations VALUES ('core', '9999_later', 'x', '2030-01-01T00:00:00.000Z')";
  const withSql = (sql: string) => withDatabase((sqlite) => sqlite.exec(sql));
  await expectRefusedWith(withSql(newer), /from a newer version/);
  await expectRefusedWith(
    withSql('PRAGMA foreign_keys = OFF; UPDATE userroles SET roleid = 999'),
    /refer to missing rows/,
  );
  const altered = "UPDATE auditlogs SET username = 'x' WHERE auditlogid = 2";
  await expectRefusedWith(
    withDatabase((sqlite) => changeBehindGuards(sqlite, altered)),
    /audit log/,
  );
});

test('a restore of a zip bomb stops at the end of the manifest', async () => {
  const zeros = Buffer.alloc(1024 * 1024);
  async function* bomb() {
    for (let n = 0; n < 10 * 1024; n++) yield zeros;
  }
  await pipeline(Readable.from(bomb()), createZstdCompress(), createWriteStream(bad));
  const before = bytesBelow(place);
  const most = [await mostBytes(place, () => expectRefused(bad))];
  await buildArchive(bad, archive);
  const whole = readFileSync(bad);
  await pipeline(Readable.from(bomb()), createZstdCompress(), createWriteStream(`${bad}.zeros`));
  writeFileSync(bad, Buffer.concat([whole, readFileSync(`${bad}.zeros`)]));
  most.push(await mostBytes(place, () => expectRefused(bad)));
  expect(most.filter((bytes) => bytes - before >= 500 * 1024 ** 2)).toEqual([]);
  rmSync(`${bad}.zeros`);
});

function bytesBelow(folder: string): number {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return paths.reduce(
    (sum, path) => sum + (statSync(join(folder, path), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

/** Returns the maximum size of the folder in bytes while the work runs. */
async function mostBytes(folder: string, work: () => Promise<unknown>): Promise<number> {
  let most = bytesBelow(folder);
  const look = () => {
    most = Math.max(most, bytesBelow(folder));
  };
  const timer = setInterval(look, 5);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  look();
  return most;
}

test('a restore is refused when the manifest lists a million files', async () => {
  const { part } = createArchiveEntry('files/x', '');
  await expectRefusedWith(
    ({ manifest, entries }) => ({
      entries,
      manifest: {
        ...manifest,
        parts: [
          ...manifest.parts,
          ...Array.from({ length: 1e6 }, (_, n) => ({ ...part, name: `files/${n}` })),
        ],
      },
    }),
    /does not begin with a manifest/,
  );
});
