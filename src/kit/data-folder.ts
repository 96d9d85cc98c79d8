import path from 'node:path';
import { UsageError } from './usage-error.ts';

/** The conditions of a process start. */
interface Start {
  platform: string;
  /** True when the wrapper of the Windows service started the process. */
  service: boolean;
  /** The folder of Windows for the data of programs; usually C:\ProgramData. */
  programData: string | undefined;
}

const NAME = 'Millwright';
/**
 * A network share: two separators and a name. Paths after `?` and `.` are local, except those that start with
 * UNC.
 */
const SHARE = /^[\\/]{2}(?:[?.][\\/]UNC[\\/]|[^?.\\/])/i;

/**
 * Returns the absolute path of the data directory. Without a name it is `data`, or a folder below ProgramData
 * for a Windows service. Throws a `UsageError` for a place where data would get lost: a network share (on
 * Windows), the root of a disk, or an empty name. The database is not safe on a network share. A Windows
 * service also needs a path with its drive, because others depend on the folder in which Windows starts it.
 */
export function resolveDataFolder(
  named: string | undefined,
  { platform, service, programData }: Start,
): string {
  const onWindows = platform === 'win32';
  const paths = onWindows ? path.win32 : path.posix;
  if (named === undefined && onWindows && service) return paths.join(programData ?? 'C:\\ProgramData', NAME);
  // An unset variable in a script passes an empty name, which must not select the current folder.
  if (named?.trim() === '') throw new UsageError('--data is empty. Specify a folder.');
  const folder = named ?? 'data';
  if (onWindows && SHARE.test(folder))
    throw new UsageError(
      `--data ${folder} is a network share, where the database is not safe. Specify a folder on a local disk.`,
    );
  if (onWindows && service && !isWhole(folder))
    throw new UsageError(`--data ${folder} must be an absolute path with a drive, such as D:\\Millwright.`);
  const whole = paths.resolve(folder);
  if (paths.parse(whole).root === whole)
    throw new UsageError(`--data ${folder} is the root of a disk. Specify a folder on it.`);
  return whole;
}

/** Reports whether a path is absolute with its drive, also after `\\?\` or `\\.\`. */
const isWhole = (text: string): boolean => /^(?:[\\/]{2}[?.][\\/])?[a-z]:[\\/]/i.test(text);
