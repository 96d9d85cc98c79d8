import { statfsSync } from 'node:fs';

export interface Disk {
  totalbytes: number;
  /** Bytes available to the user that the process runs as. */
  freebytes: number;
}

/** Returns the size and free space of the disk that contains the folder. */
export function diskOf(folder: string): Disk {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { totalbytes: blocks * bsize, freebytes: bavail * bsize };
}
