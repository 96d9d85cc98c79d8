import { type BackupMetadata, findNewestVerified } from '../../kit/backup/backup-store.ts';
import { checkSpace } from '../../kit/disk-space.ts';
import { formatMegabytes } from '../../kit/on-disk.ts';

/**
 * Returns the error message of a backup that was not started because `missing` bytes of disk space are
 * missing.
 */
export const describeMissingSpace = (folder: string, missing: number): string =>
  `There is not enough disk space in ${folder}: ${formatMegabytes(missing)} more are needed. Free space, or keep fewer backups.`;

/** Largest size of an archive as a share of its database, measured at plants. */
const SHARE = 0.6;
/** Factor for the expected size of the next archive, compared with the last one. */
const GROWTH = 1.25;

/**
 * Returns the bytes of disk space that a backup needs while it is made: for the copy of the database and for
 * the archive. `database` and `files` are sizes in bytes. The size of the archive is estimated from the
 * backup `last`, if it has one.
 */
export function computeNeededBytes(
  database: number,
  files: number,
  last: BackupMetadata | undefined,
): number {
  const archive = last?.bytes ? last.bytes * GROWTH : database * SHARE + files;
  return Math.ceil(database + archive);
}

/**
 * Throws an Error when `needed` bytes do not fit on the disk of a folder, beside the reserve for attended
 * operations.
 */
export function refuseWithoutFreeSpace(folder: string, needed: number): void {
  const { missing, freebytes } = checkSpace(folder, needed, 'attended');
  if (missing > 0)
    throw new Error(
      `this needs ${formatMegabytes(needed)} of disk space, but only ${formatMegabytes(freebytes)} are free.`,
    );
}

/**
 * Returns the oldest complete scheduled backups whose deletion frees `missing` bytes; undefined when all of
 * them together are too small. Never returns the newest good backup.
 */
export function selectBackupsToDelete(
  backups: readonly BackupMetadata[],
  missing: number,
): BackupMetadata[] | undefined {
  const newest = findNewestVerified(backups);
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
