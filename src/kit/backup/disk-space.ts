import { diskOf } from '../disk.ts';
import { version } from '../version.ts';
import { DATABASE } from './manifest.ts';

const GB = 1024 ** 3;
/** Beside an older database lie a copy that is brought up to date, and what that adds to it. */
const UPGRADE = 2;

/** How many bytes are missing so that one fits and leaves 1 GB or a tenth of the disk, whichever is less. */
export function computeMissingBytes(folder: string, needed: number): number {
  const { totalbytes, freebytes } = diskOf(folder);
  const left = Math.min(GB, totalbytes / 10);
  return Math.max(0, needed + left - freebytes);
}

/** What may be written on the disk of a folder. */
export const readFreeBytes = (folder: string): number => diskOf(folder).freebytes;

/** How often a part of a backup that version `made` wrote lies on the disk while it is looked at. */
export const countCopiesOnDisk = (name: string, made: string): number =>
  name === DATABASE && made !== version ? 1 + UPGRADE : 1;
