import { NoDiskSpaceError } from '../backup/backup-error.ts';
import { countCopiesOnDisk } from '../backup/disk-space.ts';
import { isDatabaseOnly, type Manifest } from '../backup/manifest.ts';
import { checkSpace } from '../disk-space.ts';
import { formatMegabytes } from '../on-disk.ts';

/** Most disks allocate files in whole blocks of this number of bytes. */
const BLOCK = 4096;
/** Bytes for files that the backup does not contain: its last audit row and a WAL file. */
const EXTRA_BYTES = 2 * 1024 * 1024;

/**
 * Throws a `NoDiskSpaceError` when the disk of the folder has too little free space for all parts of the
 * manifest.
 */
export function refuseInsufficientSpace(folder: string, manifest: Manifest): void {
  const needed = neededBytes(manifest);
  const { missing, freebytes } = checkSpace(folder, needed, 'attended');
  if (missing === 0) return;
  throw new NoDiskSpaceError(
    `The restore needs ${formatMegabytes(needed)} of disk space in ${folder}, but only ${formatMegabytes(freebytes)} are free. Free some space and try again.`,
  );
}

function neededBytes(manifest: Manifest): number {
  // A database-only backup predates an upgrade, whatever version packed it.
  const made = isDatabaseOnly(manifest) ? 'older' : manifest.version;
  return manifest.parts.reduce(
    (sum, { name, bytes }) => sum + Math.ceil(bytes / BLOCK) * BLOCK * countCopiesOnDisk(name, made),
    EXTRA_BYTES,
  );
}
