import { AppError } from '../errors.ts';

const codeOf = (cause: unknown): string => String((cause as { code?: unknown } | null)?.code);

/** Whether another program, or another connection of this one, has locked what was asked for. */
export const isBusy = (cause: unknown): boolean => /^(BUSY$|SQLITE_(BUSY|LOCKED))/.test(codeOf(cause));

/** Whether a value that may be there once only is there already. */
export const isUniqueViolation = (cause: unknown): boolean => codeOf(cause) === 'SQLITE_CONSTRAINT_UNIQUE';

/** Whether a rule of the data refuses what was asked for, here or in SQLite; not the disk, nor another program. */
export const isRefusal = (cause: unknown): boolean =>
  cause instanceof AppError ? cause.status < 500 : codeOf(cause).startsWith('SQLITE_CONSTRAINT');

/** What a caller is told when SQLite was refused by the disk or by another program; any other error stays as it is. */
export function toUserError(cause: unknown): unknown {
  const code = codeOf(cause);
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_WRITE')
    return new AppError(
      'STORAGE_FULL',
      'The disk is full. Nothing was saved; free some space and try again.',
    );
  if (cause instanceof AppError) return cause;
  const held = isBusy(cause) ? 'the database' : code === 'EBUSY' ? 'a file of the appliance' : undefined;
  if (held)
    return new AppError(
      'BUSY',
      `Another program has locked ${held}. Nothing was saved; try again in a moment.`,
      undefined,
      RETRY_AFTER_S,
    );
  return cause;
}

const RETRY_AFTER_S = 1;
const RETRY_MS = 100;

/** Does the work as soon as no other program has locked the database; nobody else waits meanwhile. */
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
