import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../kit/config.ts';
import { isBusy } from '../kit/data/disk-errors.ts';
import { diskOf } from '../kit/disk-space.ts';
import { FileLockedError } from '../kit/on-disk.ts';

const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'STORAGE_FULL']);
const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EFBIG', 'EIO']);
const SQLITE_DISK_ERROR = /^SQLITE_(IOERR|READONLY|CANTOPEN)/;
/** The minimum number of bytes that a start writes. */
const NEEDED_BYTES = 1024 * 1024;

/** Runs `work`. Replaces errors caused by the data disk with a message for the operator. */
export async function withDiskErrorMessages<T>(
  { data, unit }: Pick<Config, 'data' | 'unit'>,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw explainDiskError(cause, data, freeBytes, unit ? grantHint(data) : '');
  }
}

/**
 * Returns advice for a unit with ProtectSystem=strict, in which every other folder is read-only, whatever its
 * owner.
 */
const grantHint = (data: string): string =>
  `. To grant the service access, run "systemctl edit millwright" and add the line ReadWritePaths=${data} below [Service]`;

/**
 * Explains an error of the disk: the cause, the directory, and the number of free bytes. Also explains a lock
 * of another program on the database. Returns any other error unchanged. The message of the outer error, such
 * as the result of a migration, comes first. `advice` ends the sentence about a directory that cannot be
 * written.
 */
export function explainDiskError(
  error: unknown,
  data: string,
  free: (path: string) => number,
  advice = '',
): unknown {
  // The error names its own file, which is not the database.
  if (error instanceof FileLockedError) return error;
  if (isBusy(error))
    return new Error(`Another program has locked the database in ${data}. Close it and start again.`, {
      cause: error,
    });
  const code = diskCode(error, data);
  if (code === undefined) return error;
  const bytes = free(data);
  const left = `${bytes.toLocaleString('en')} bytes are free`;
  // SQLite reports "disk I/O error" for a full disk too, depending on what it was writing.
  const isFull = DISK_FULL_CODES.has(code) || (code.startsWith('SQLITE_IOERR') && bytes < NEEDED_BYTES);
  const sentence = isFull
    ? `The disk of the data directory ${data} is full: ${left}. Free some space and start again.`
    : `The data directory ${data} is not writable (${code}; ${left}). The user that runs Millwright needs write access${advice}.`;
  const around = error instanceof Error && codeOf(error) !== code ? `${error.message} ` : '';
  return new Error(around + sentence, { cause: error });
}

function diskCode(error: unknown, data: string): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = codeOf(at);
    if (code === undefined) continue;
    if (DISK_FULL_CODES.has(code) || SQLITE_DISK_ERROR.test(code)) return code;
    // A port can be denied with the same codes.
    if (REFUSED.has(code) && (at as { path?: unknown }).path?.toString().startsWith(data)) return code;
  }
  return undefined;
}

const codeOf = (error: Error): string | undefined => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
};

/** Returns the free bytes of the disk that contains the path, or would contain it. */
function freeBytes(path: string): number {
  let there = path;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  return diskOf(there).freebytes;
}
