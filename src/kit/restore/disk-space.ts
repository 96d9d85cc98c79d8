import { NoDiskSpaceError } from '../backup/backup-error.ts';
import { isDatabaseOnly, type Manifest } from '../backup/manifest.ts';
import { countCopiesOnDisk, readFreeBytes } from '../backup/disk-space.ts';
import { formatMegabytes } from '../on-disk.ts';

/** Files take whole blocks of so many bytes on most disks. */
const BLOCK = 4096;
/** What is written beside the data of the backup: its last audit row, a log of writes. */
const BESIDE = 2 * 1024 * 1024;

/** Throws NoDiskSpace when the folder's disk has too little free space for all that the manifest names. */
export function refuseInsufficientSpace(folder: string, about: Manifest): void {
  const needed = neededBytes(about);
  const free = readFreeBytes(folder);
  if (free >= needed) return;
  throw new NoDiskSpaceError(
    `The restore needs ${formatMegabytes(needed)} of room in ${folder}, and ${formatMegabytes(free)} are free: free some space and try again.`,
  );
}

function neededBytes(about: Manifest): number {
  // A database alone is from before an upgrade, whatever version packed it.
  const made = isDatabaseOnly(about) ? 'older' : about.version;
  return about.parts.reduce(
    (sum, { name, bytes }) => sum + Math.ceil(bytes / BLOCK) * BLOCK * countCopiesOnDisk(name, made),
    BESIDE,
  );
}
