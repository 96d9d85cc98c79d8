import { statfsSync } from 'node:fs';

const GB = 1024 ** 3;

/** How many bytes are missing so that one fits and leaves 1 GB or a tenth of the disk, whichever is less. */
export function missingBytes(folder: string, needed: number): number {
  const { blocks, bsize } = statfsSync(folder);
  const left = Math.min(GB, (blocks * bsize) / 10);
  return Math.max(0, needed + left - freeBytes(folder));
}

/** What may be written on the disk of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
