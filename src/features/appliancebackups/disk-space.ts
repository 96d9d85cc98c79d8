import { readFreeBytes } from '../../kit/backup/disk-space.ts';
import { type BackupMetadata, newestVerified } from '../../kit/backup/backup-store.ts';
import { formatMegabytes } from '../../kit/on-disk.ts';

const NO_ROOM = 'There is not enough room';

/** Why a backup was not begun. */
export const describeMissingSpace = (folder: string, missing: number): string =>
  `${NO_ROOM} in ${folder}: ${formatMegabytes(missing)} are missing. Free some space, or keep fewer backups.`;

/** Whether one was not begun for that. */
export const hasSpaceError = ({ state, error }: BackupMetadata): boolean =>
  state === 'failed' && (error?.startsWith(NO_ROOM) ?? false);

/** What the archive of a database takes of its size at most, as far as plants have shown. */
const SHARE = 0.6;
/** A little more than the last one took. */
const GROWTH = 1.25;

/** What making a backup takes for a while: the database's copy, and the file that comes of it. */
export function computeNeededBytes(
  database: number,
  files: number,
  last: BackupMetadata | undefined,
): number {
  const archive = last?.bytes ? last.bytes * GROWTH : database * SHARE + files;
  return Math.ceil(database + archive);
}

/** Throws an Error when the disk of a folder has less free space. */
export function refuseWithoutFreeSpace(folder: string, needed: number): void {
  const free = readFreeBytes(folder);
  if (free < needed)
    throw new Error(`that needs ${formatMegabytes(needed)} of room, and ${formatMegabytes(free)} are free.`);
}

/** The oldest scheduled ones that make enough room; undefined when even all of them would not. */
export function selectBackupsToDelete(
  backups: readonly BackupMetadata[],
  missing: number,
): BackupMetadata[] | undefined {
  const newest = newestVerified(backups);
  const oldestFirst = backups
    .filter((backup) => backup.kind === 'scheduled' && backup.state === 'done' && backup !== newest)
    .sort((one, other) => one.backupid - other.backupid);
  const gone: BackupMetadata[] = [];
  for (let freed = 0; freed < missing; ) {
    const next = oldestFirst[gone.length];
    if (!next) return undefined;
    gone.push(next);
    freed += next.bytes ?? 0;
  }
  return gone;
}
