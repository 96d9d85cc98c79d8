import { diskOf } from '../disk.ts';
import { version } from '../version.ts';
import { DATABASE } from './manifest.ts';

const GB = 1024 ** 3;
/**
 * Additional space for an older database, as a multiple of its size: a copy to migrate, and what the
 * migration adds to it.
 */
const UPGRADE = 2;

/**
 * Returns the number of missing bytes, so that `needed` bytes fit and 1 GB or a tenth of the disk stays free,
 * whichever is less.
 */
export function computeMissingBytes(folder: string, needed: number): number {
  const { totalbytes, freebytes } = diskOf(folder);
  const left = Math.min(GB, totalbytes / 10);
  return Math.max(0, needed + left - freebytes);
}

/** Returns the free bytes on the disk of a folder. */
export const readFreeBytes = (folder: string): number => diskOf(folder).freebytes;

/**
 * Returns how many copies of a part are on the disk during its verification, for a backup of version `made`.
 */
export const countCopiesOnDisk = (name: string, made: string): number =>
  name === DATABASE && made !== version ? 1 + UPGRADE : 1;
