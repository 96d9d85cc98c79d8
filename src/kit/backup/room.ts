import { diskOf } from '../disk.ts';

const GB = 1024 ** 3;

/** How many bytes are missing so that one fits and leaves 1 GB or a tenth of the disk, whichever is less. */
export function missingBytes(folder: string, needed: number): number {
  const { totalbytes, freebytes } = diskOf(folder);
  const left = Math.min(GB, totalbytes / 10);
  return Math.max(0, needed + left - freebytes);
}

/** What may be written on the disk of a folder. */
export const freeBytes = (folder: string): number => diskOf(folder).freebytes;
