import { createWriteStream, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { runtime } from '#runtime';
import { type BackupSource, describePart, packArchive } from '../../src/kit/backup/archive.ts';
import type { Manifest } from '../../src/kit/backup/manifest.ts';
import { compressAndEncrypt } from '../../src/kit/backup/stream.ts';
import { putOldData } from '../upgrades/old-data.ts';

/** Creates a backup of data of version 0.1.0, which had no backups itself. */
export async function createOldBackup(
  scratch: string,
  audit: (end: Manifest['audit']) => Manifest['audit'] = (end) => end,
): Promise<string> {
  const old = putOldData(join(scratch, crypto.randomUUID()));
  const sqlite = runtime.openSqlite(join(old, 'millwright.db'));
  sqlite.ask('PRAGMA journal_mode = DELETE');
  const [end] = sqlite.ask('SELECT auditlogid AS rows, hash FROM auditlogs ORDER BY 1 DESC LIMIT 1') as [
    Manifest['audit'],
  ];
  sqlite.close();
  const below = (folder: string) =>
    existsSync(join(old, folder))
      ? readdirSync(join(old, folder), { recursive: true, encoding: 'utf8' }).map(
          (name) => `${folder}/${name}`,
        )
      : [];
  const names = ['millwright.db', 'secrets.json', ...below('files'), ...below('certs')];
  const sources: BackupSource[] = names
    .map((name) => ({ name, path: join(old, name) }))
    .filter(({ path }) => statSync(path).isFile());
  const manifest: Manifest = {
    version: '0.1.0',
    host: 'old',
    applianceid: crypto.randomUUID(),
    createddate: '2026-01-02T03:04:05.678Z',
    by: 'admin',
    parts: await Promise.all(sources.map(describePart)),
    audit: audit(end),
  };
  const file = join(scratch, `${crypto.randomUUID()}.tar.zst`);
  await pipeline(
    Readable.from(await compressAndEncrypt(packArchive(manifest, sources), '')),
    createWriteStream(file),
  );
  return file;
}
