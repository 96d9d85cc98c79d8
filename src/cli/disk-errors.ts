import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../kit/config.ts';
import { isBusy } from '../kit/data/disk-errors.ts';
import { FileLockedError } from '../kit/on-disk.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'STORAGE_FULL']);
const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EFBIG', 'EIO']);
const OF_SQLITE = /^SQLITE_(IOERR|READONLY|CANTOPEN)/;
/** Bytes: the least that a start writes at once. */
const NEEDED = 1024 * 1024;

/** Does the work; what it throws because of the disk under the data directory says so in one sentence. */
export async function withDiskErrorMessages<T>(
  { data, unit }: Pick<Config, 'data' | 'unit'>,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw explainDiskError(cause, data, freeBytes, unit ? openedBy(data) : '');
  }
}

/** A unit with ProtectSystem=strict sees every disk as one that cannot be written, whoever the folder belongs to. */
const openedBy = (data: string): string =>
  `, and "systemctl edit millwright" opens it to the unit with the line ReadWritePaths=${data} below [Service]`;

/**
 * The error in plain words when the disk refused something: what, where, and how many bytes are free. Any other stays
 * as it is. What was said around it, such as how a migration ended, is kept in front; `advice` ends the sentence
 * about a directory that cannot be written.
 */
export function explainDiskError(
  error: unknown,
  data: string,
  free: (path: string) => number,
  advice = '',
): unknown {
  // It says itself which file it is about; the database is another.
  if (error instanceof FileLockedError) return error;
  if (isBusy(error))
    return new Error(`Another program has locked the database in ${data}: close it and start again.`, {
      cause: error,
    });
  const code = diskCode(error, data);
  if (code === undefined) return error;
  const bytes = free(data);
  const left = `${bytes.toLocaleString('en')} bytes are free`;
  // SQLite says "disk I/O error" of a full disk too, depending on what it was writing.
  const isFull = FULL.has(code) || (code.startsWith('SQLITE_IOERR') && bytes < NEEDED);
  const sentence = isFull
    ? `The disk of the data directory ${data} is full: ${left}; free some space and start again.`
    : `The data directory ${data} cannot be written (${code}; ${left}): it must be a directory in which the user who runs Millwright may write${advice}.`;
  const around = error instanceof Error && codeOf(error) !== code ? `${error.message} ` : '';
  return new Error(around + sentence, { cause: error });
}

function diskCode(error: unknown, data: string): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = codeOf(at);
    if (code === undefined) continue;
    if (FULL.has(code) || OF_SQLITE.test(code)) return code;
    // A port can be refused by the same codes.
    if (REFUSED.has(code) && (at as { path?: unknown }).path?.toString().startsWith(data)) return code;
  }
  return undefined;
}

const codeOf = (error: Error): string | undefined => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
};

/** Of the disk on which the path lies or would lie. */
function freeBytes(path: string): number {
  let there = path;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  const { bavail, bsize } = statfsSync(there);
  return bavail * bsize;
}
