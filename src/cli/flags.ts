import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { errorMessageOf } from '../kit/error-message.ts';
import { UsageError } from '../kit/usage-error.ts';

/**
 * Parses the flags of a command and its other arguments. Throws a `UsageError` for a flag that is not in
 * `options`.
 */
export function readFlags<const T extends ParseArgsOptionsConfig>(args: string[], options: T) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (cause) {
    // The rest of the message is about arguments that start with a dash, which no file of the product does.
    const [reason] = errorMessageOf(cause).split(/\.(?: |$)/);
    throw new UsageError(`${reason}. See "millwright help".`, { cause });
  }
}
