import { statfsSync } from 'node:fs';

const MB = 1024 ** 2;
const GB = 1024 ** 3;

export interface Disk {
  totalbytes: number;
  /** Bytes available to the user that the process runs as. */
  freebytes: number;
}

/**
 * Returns the size and free space in bytes of the disk that contains the folder. Space that is reserved for
 * root is not free.
 */
export function diskOf(folder: string): Disk {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { totalbytes: blocks * bsize, freebytes: bavail * bsize };
}

/**
 * Bytes that each purpose leaves free on a disk of `totalbytes`, so that it cannot stop more important work.
 *
 * - `write`: A small write of the running appliance. Below this, any write may fail.
 * - `upload`: Files from users and agents. The database, its log and its copies need the rest.
 * - `unattended`: Scheduled backups, their verification, and the trial of an upgrade.
 * - `attended`: Restores, migrations and backups that an operator starts and watches. They may fill the disk.
 */
const RESERVES = {
  write: () => 16 * MB,
  upload: (totalbytes: number) => Math.min(512 * MB, Math.max(16 * MB, totalbytes * 0.05)),
  unattended: (totalbytes: number) => Math.min(GB, totalbytes / 10),
  attended: () => 0,
} satisfies Record<string, (totalbytes: number) => number>;

export type DiskPurpose = keyof typeof RESERVES;

/** Returns the bytes that the purpose leaves free on a disk of this size. */
export const reserveOf = (purpose: DiskPurpose, totalbytes: number): number => RESERVES[purpose](totalbytes);

/** Result of a check of free disk space, from one reading of the disk. */
export interface SpaceCheck {
  /** Bytes that must be freed before the needed bytes and the reserve of the purpose fit, or 0. */
  missing: number;
  freebytes: number;
}

/** Checks whether `needed` more bytes fit on the disk of the folder, beside the reserve of the purpose. */
export function checkSpace(folder: string, needed: number, purpose: DiskPurpose): SpaceCheck {
  const { totalbytes, freebytes } = diskOf(folder);
  return { missing: Math.max(0, needed + reserveOf(purpose, totalbytes) - freebytes), freebytes };
}

/** Returns the bytes that must be freed for `needed` more bytes and the reserve; 0 when they fit. */
export const computeMissingBytes = (folder: string, needed: number, purpose: DiskPurpose): number =>
  checkSpace(folder, needed, purpose).missing;
