import { computeMissingBytes, type DiskPurpose } from '../disk-space.ts';
import { AppError } from '../errors.ts';

/**
 * The number of bytes after which the free space is queried again, because other programs write to the disk
 * too.
 */
const RECHECK_BYTES = 1024 ** 2 / 4;

/**
 * Returns a function that receives the number of bytes of an incoming file so far. It throws 507 when the disk
 * of the folder has only the reserve of the purpose left.
 */
export function createSpaceGuard(folder: string, purpose: DiskPurpose): (total: number) => void {
  let lastChecked = Number.NEGATIVE_INFINITY;
  return (total) => {
    if (total - lastChecked < RECHECK_BYTES) return;
    lastChecked = total;
    if (computeMissingBytes(folder, RECHECK_BYTES, purpose) > 0)
      throw new AppError(
        'STORAGE_FULL',
        'The disk is almost full. The file was not saved. Free some space and try again.',
      );
  };
}
