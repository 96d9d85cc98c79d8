import path from 'node:path';
import { UsageError } from './usage-error.ts';

/** Where a process was started. */
interface Start {
  platform: string;
  /** By the wrapper of the Windows service. */
  service: boolean;
  /** The folder that Windows has for data of programs; usually C:\ProgramData. */
  programData: string | undefined;
}

const NAME = 'Millwright';
/** Two separators and a name: a share. Behind `?` and `.` are paths of this machine, but for those that begin with UNC. */
const SHARE = /^[\\/]{2}(?:[?.][\\/]UNC[\\/]|[^?.\\/])/i;

/**
 * The data directory, whole. Throws a UsageError for one where data would get lost or lie about: a share, on which the
 * database does not work, the top of a disk, an empty name, and for a service what depends on the folder that Windows started it in.
 */
export function resolveDataFolder(
  named: string | undefined,
  { platform, service, programData }: Start,
): string {
  const onWindows = platform === 'win32';
  const paths = onWindows ? path.win32 : path.posix;
  if (named === undefined && onWindows && service) return paths.join(programData ?? 'C:\\ProgramData', NAME);
  // An unset variable in a script passes one; the current folder must not be taken for it.
  if (named?.trim() === '') throw new UsageError('--data is empty: name a folder.');
  const given = named ?? 'data';
  if (onWindows && SHARE.test(given))
    throw new UsageError(
      `--data ${given} is a network share, on which the database is not safe: name a folder on a disk of this machine.`,
    );
  if (onWindows && service && !isWhole(given))
    throw new UsageError(`--data ${given} must be a whole path with its drive, such as D:\\Millwright.`);
  const whole = paths.resolve(given);
  if (paths.parse(whole).root === whole)
    throw new UsageError(`--data ${given} is the top of a disk: name a folder on it.`);
  return whole;
}

/** From the drive on. Behind `\\?\` nothing else is allowed. */
const isWhole = (given: string): boolean => /^(?:[\\/]{2}[?.][\\/])?[a-z]:[\\/]/i.test(given);
