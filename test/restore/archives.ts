import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { packTar, type TarEntry, unpackTar } from 'modern-tar';
import { runtime, type Sqlite } from '#runtime';
import type { Manifest } from '../../src/kit/backup/manifest.ts';

/** An unpacked archive, which a test can change and pack again. */
export interface Archive {
  manifest: Manifest;
  entries: TarEntry[];
}

export async function unpackArchive(file: string): Promise<Archive> {
  const [first, ...rest] = await unpackTar(zstdDecompressSync(readFileSync(file)));
  const manifest: Manifest = JSON.parse(Buffer.from(first!.data!).toString());
  return { manifest, entries: rest.map(({ header, data }) => ({ header, body: data })) };
}

/** Writes the archive to a file without validation. */
export async function buildArchive(
  file: string,
  { manifest, entries }: Archive,
  more: Uint8Array = new Uint8Array(),
): Promise<void> {
  const text = Buffer.from(JSON.stringify(manifest));
  const first = { header: { name: 'manifest.json', size: text.length }, body: text };
  writeFileSync(file, zstdCompressSync(Buffer.concat([await packTar([first, ...entries]), more])));
}

/**
 * Changes the audit log like an attacker with access to the file: drops the triggers, changes the rows,
 * restores the triggers.
 */
export function changeBehindGuards(sqlite: Sqlite, sql: string): void {
  const guards = sqlite.ask(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'auditlogs'",
  ) as { name: string; sql: string }[];
  for (const { name } of guards) sqlite.exec(`DROP TRIGGER ${name}`);
  sqlite.exec(sql);
  for (const guard of guards) sqlite.exec(guard.sql);
}

/** Returns an entry of an archive, and the matching part of the manifest. */
export function createArchiveEntry(name: string, content: string | Buffer) {
  const body = Buffer.from(content as string);
  const sha256 = createHash('sha256').update(body).digest('hex');
  return { part: { name, bytes: body.length, sha256 }, entry: { header: { name, size: body.length }, body } };
}

/** Returns a function that changes the database of an archive. */
export const withDatabase =
  (change: (sqlite: Sqlite) => void) =>
  (copy: Archive): Archive => {
    const folder = mkdtempSync(join(tmpdir(), 'changed-'));
    const path = join(folder, 'changed.db');
    writeFileSync(
      path,
      copy.entries.find(({ header }) => header.name === 'millwright.db')!.body as Uint8Array,
    );
    const sqlite = runtime.openSqlite(path);
    change(sqlite);
    sqlite.close();
    const content = readFileSync(path);
    rmSync(folder, { recursive: true });
    return withFile('millwright.db', content)(copy);
  };

/**
 * Returns a function that replaces a file of an archive, or adds it when the archive has none of that name.
 */
export const withFile =
  (name: string, content: string | Buffer) =>
  ({ manifest, entries }: Archive): Archive => {
    const { part, entry } = createArchiveEntry(name, content);
    const isNew = !manifest.parts.some((one) => one.name === name);
    const parts = manifest.parts.map((one) => (one.name === name ? part : one));
    const others = entries.map((one) => (one.header.name === name ? entry : one));
    return {
      manifest: { ...manifest, parts: isNew ? [...parts, part] : parts },
      entries: isNew ? [...others, entry] : others,
    };
  };
