import { diskOf } from '../disk.ts';

const GB = 1024 ** 3;

/** How many bytes are missing so that one fits and leaves 1 GB or a tenth of the disk, whichever is less. */
export function missingBytes(folder: string, needed: number): number {
  const { totalbytes, freebytes } = diskOf(folder);
  const left = Math.min(GB, totalbytes / 10);
  return Math.max(0, needed + left - freebytes);
}

export const inMegabytes = (bytes: number): string =>
  `${(bytes / 1024 ** 2).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
