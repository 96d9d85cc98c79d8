import { statfsSync } from 'node:fs';

export interface Disk {
  totalbytes: number;
  /** For whoever the appliance runs as. */
  freebytes: number;
}

/** The disk that the folder lies on. */
export function diskOf(folder: string): Disk {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { totalbytes: blocks * bsize, freebytes: bavail * bsize };
}
