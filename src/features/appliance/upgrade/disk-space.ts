import { computeMissingBytes } from '../../../kit/backup/disk-space.ts';
import { AppError } from '../../../kit/errors.ts';
import type { Host } from '../../../kit/host.ts';
import { formatMegabytes } from '../../../kit/on-disk.ts';
import { readDatabaseSize } from '../state.ts';

/** The copy of the database, and twice its size while that is migrated; later the copy of the previous one. */
const DATABASE_TIMES = 3;
/** The staged program, and the one beside the current one. */
const PROGRAM_TIMES = 2;

/** Throws 507 when the data directory has too little space to try out a program of this size. */
export function refuseWithoutSpace(host: Host, programBytes: number): void {
  const { bytes, walbytes } = readDatabaseSize(host);
  const needed = DATABASE_TIMES * (bytes + walbytes) + PROGRAM_TIMES * programBytes;
  const missing = computeMissingBytes(host.config.data, needed);
  if (missing > 0)
    throw new AppError(
      'STORAGE_FULL',
      `The upgrade needs ${formatMegabytes(missing)} more free disk space in ${host.config.data}. Nothing was changed.`,
    );
}
