import { statfsSync } from 'node:fs';
import type { BackupNote } from '../../kit/backup/shelf.ts';

const GB = 1024 ** 3;
/** What the archive of a database takes of its size at most, as far as plants have shown. */
const SHARE = 0.6;
/** A little more than the last one took. */
const GROWTH = 1.25;

/** What making a backup takes for a while: the database's copy, and the file that comes of it. */
export function neededBytes(database: number, files: number, last: BackupNote | undefined): number {
  const archive = last?.bytes ? last.bytes * GROWTH : database * SHARE + files;
  return Math.ceil(database + archive);
}

/** How many bytes are missing so that one fits and leaves 1 GB or a tenth of the disk, whichever is less. */
export function missingBytes(folder: string, needed: number): number {
  const { bavail, blocks, bsize } = statfsSync(folder);
  const left = Math.min(GB, (blocks * bsize) / 10);
  return Math.max(0, needed + left - bavail * bsize);
}

/** The oldest scheduled ones that make enough room; undefined when even all of them would not. */
export function thinned(backups: readonly BackupNote[], missing: number): BackupNote[] | undefined {
  const newest = backups.find(({ verified }) => verified === true);
  const oldestFirst = backups
    .filter((backup) => backup.kind === 'scheduled' && backup.state === 'done' && backup !== newest)
    .sort((one, other) => one.backupid - other.backupid);
  const gone: BackupNote[] = [];
  for (let freed = 0; freed < missing; ) {
    const next = oldestFirst[gone.length];
    if (!next) return undefined;
    gone.push(next);
    freed += next.bytes ?? 0;
  }
  return gone;
}
