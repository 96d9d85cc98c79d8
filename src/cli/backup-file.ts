import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readConfig, UsageError } from '../kit/config.ts';
import { errorMessageOf } from '../kit/error-message.ts';
import { readFlags } from './flags.ts';

const OPTIONS = {
  data: { type: 'string' },
  'passphrase-file': { type: 'string' },
  replace: { type: 'boolean' },
} as const;

/** The command line of a backup or a restore. */
export interface BackupFileCommand {
  file: string;
  data: string;
  passphraseFile: string | undefined;
  isReplacing: boolean;
}

/** Parses the arguments of a command with one file and some flags. Throws a `UsageError` for others. */
export function readBackupFile(
  name: 'backup' | 'restore',
  args: string[],
  env: Record<string, string | undefined>,
): BackupFileCommand {
  const { values, positionals } = readFlags(args, OPTIONS);
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new UsageError(`Specify one file: millwright ${name} FILE --data DIR.`);
  if (values.replace && name === 'backup')
    throw new UsageError('--replace is only for restores. A backup never replaces a file.');
  const own = values.data === undefined ? [] : ['--data', values.data];
  return {
    file: resolve(file),
    data: readConfig(own, env).data,
    passphraseFile: values['passphrase-file'],
    isReplacing: values.replace ?? false,
  };
}

/**
 * Returns the passphrase in a file, without one line end at its end. Throws an Error when the file cannot be
 * read or is empty.
 */
export function readPassphraseFile(file: string): string {
  const passphrase = readText(file).replace(/\r?\n$/, '');
  if (passphrase === '') throw new Error(`The passphrase file ${file} is empty.`);
  return passphrase;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`The passphrase file ${file} cannot be read: ${errorMessageOf(cause)}.`, { cause });
  }
}
