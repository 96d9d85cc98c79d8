import { invalid } from '../../src/kit/errors.ts';
import type { Input } from '../../src/kit/resource/register.ts';

/**
 * Matches a path that begins with `\\.\`, `\\?\` or `\??\`, with either kind of slash. Such a path leads past
 * the file system to devices and pipes.
 */
const DEVICE = /^\s*(?:[\\/]{2}[.?]|[\\/]\?\?)(?:[\\/]|\s*$)/;

/** Returns a check that throws 400 for a device path, because PCs install from these fields. */
export const refuseDevicePaths =
  (...fields: readonly string[]) =>
  (_tx: unknown, input: Input): void => {
    for (const field of fields)
      if (DEVICE.test(String(input[field] ?? '')))
        throw invalid(
          field,
          'This is the path of a device. Use a shared folder such as \\\\server\\queue, or a file on a drive.',
        );
  };
