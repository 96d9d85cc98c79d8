import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { errorMessageOf } from '../kit/error-message.ts';
import { UsageError } from '../kit/usage-error.ts';

/** Reads the flags of a command and the words between them. Throws a UsageError for a flag that is not in `options`. */
export function readFlags<const T extends ParseArgsOptionsConfig>(args: string[], options: T) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (cause) {
    // The rest is about words that begin with a dash: no file of ours does.
    const [said] = errorMessageOf(cause).split(/\.(?: |$)/);
    throw new UsageError(`${said}. See "millwright help".`, { cause });
  }
}
