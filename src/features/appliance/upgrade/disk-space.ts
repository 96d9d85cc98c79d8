import { computeMissingBytes } from '../../../kit/disk-space.ts';
import { AppError } from '../../../kit/errors.ts';
import type { Host } from '../../../kit/host.ts';
import { formatMegabytes } from '../../../kit/on-disk.ts';
import { readDatabaseSize } from '../state.ts';

/**
 * Free space that an upgrade needs, in sizes of the database: one for a copy of it, and two more while that
 * copy is migrated. Later the copy of the previous database takes their place.
 */
const DATABASE_TIMES = 3;
/**
 * Free space that an upgrade needs, in sizes of the program: one for the staged program, and one for its copy
 * beside the current program.
 */
const PROGRAM_TIMES = 2;

/** Throws 507 when the data directory has too little free space to try a program of this size. */
export function refuseWithoutSpace(host: Host, programBytes: number): void {
  const { bytes, walbytes } = readDatabaseSize(host);
  const needed = DATABASE_TIMES * (bytes + walbytes) + PROGRAM_TIMES * programBytes;
  const missing = computeMissingBytes(host.config.data, needed, 'unattended');
  if (missing > 0)
    throw new AppError(
      'STORAGE_FULL',
      `The upgrade needs ${formatMegabytes(missing)} more free disk space in ${host.config.data}. Nothing was changed.`,
    );
}
