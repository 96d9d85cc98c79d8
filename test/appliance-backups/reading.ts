import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { BackupMaker } from '../../src/features/appliancebackups/index.ts';
import type { BackupMetadata } from '../../src/kit/backup/backup-store.ts';
import type { Site } from '../support/site.ts';

/** Creates a backup and waits until it is complete. */
export async function createBackup(site: Site): Promise<BackupMetadata> {
  const begun = await site.admin.post('/api/backups');
  if (begun.status !== 201) throw new Error(begun.text);
  await site.app.host.getInstance(BackupMaker).whenIdle();
  return (await site.admin.get(`/api/backups/${begun.data.backupid}`)).data;
}

export const backupPath = (site: Site, { filename }: Pick<BackupMetadata, 'filename'>): string =>
  join(site.data, 'backups', filename);

/** Unpacks an archive with standard tools and passes the folder to `look`. */
export function withUnpackedArchive<T>(archive: Uint8Array, look: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'unpacked-'));
  try {
    writeFileSync(join(folder, 'a.tar'), zstdDecompressSync(archive));
    const { status, stderr } = spawnSync('tar', ['xf', 'a.tar'], { cwd: folder });
    if (status !== 0) throw new Error(String(stderr));
    return look(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const readArchiveText = (folder: string, name: string): string | undefined =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined;
