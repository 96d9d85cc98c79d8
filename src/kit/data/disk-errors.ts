import { AppError } from '../errors.ts';

const codeOf = (cause: unknown): string => String((cause as { code?: unknown } | null)?.code);

/** Error codes for a full disk, an exhausted quota, or a file that reached the maximum size. */
const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE']);

/**
 * Reports whether a write failed because the disk, a quota or a file is full. Any failed write of SQLite
 * counts.
 */
export const isDiskFull = (cause: unknown): boolean => DISK_FULL_CODES.has(codeOf(cause));

/**
 * Reports whether another program, or another connection of this one, has locked the database. Any AppError
 * with the code BUSY counts too.
 */
export const isBusy = (cause: unknown): boolean => /^(BUSY$|SQLITE_(BUSY|LOCKED))/.test(codeOf(cause));

/** Reports whether an error of SQLite is the violation of a unique index. */
export const isUniqueViolation = (cause: unknown): boolean => codeOf(cause) === 'SQLITE_CONSTRAINT_UNIQUE';

/**
 * Reports whether a rule of the data rejected the change, in this code or in SQLite. Disk errors and locks do
 * not count.
 */
export const isRefusal = (cause: unknown): boolean =>
  cause instanceof AppError ? cause.status < 500 : codeOf(cause).startsWith('SQLITE_CONSTRAINT');

/**
 * Converts an error that the disk or another program caused into a message for the caller. Returns any
 * other error unchanged.
 */
export function toUserError(cause: unknown): unknown {
  const code = codeOf(cause);
  if (isDiskFull(cause))
    return new AppError(
      'STORAGE_FULL',
      'The disk is full. Nothing was saved. Free some space and try again.',
    );
  if (cause instanceof AppError) return cause;
  const resource = isBusy(cause) ? 'the database' : code === 'EBUSY' ? 'a file of the appliance' : undefined;
  if (resource)
    return new AppError(
      'BUSY',
      `Another program has locked ${resource}. Nothing was saved. Try again in a moment.`,
      undefined,
      RETRY_AFTER_S,
    );
  return cause;
}

const RETRY_AFTER_S = 1;
const RETRY_MS = 100;

/**
 * Runs `work` as soon as no other program locks the database, however long that takes. Other requests run in
 * between. Any other error is passed on.
 */
export async function retryWhileLocked<T>(work: () => T): Promise<T> {
  for (;;) {
    try {
      return work();
    } catch (cause) {
      if (!isBusy(cause)) throw cause;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
