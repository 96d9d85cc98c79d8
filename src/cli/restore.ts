import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readBackupEncryption } from '../features/appliancebackups/index.ts';
import { WrongPassphraseError } from '../kit/backup/backup-error.ts';
import { hasEncryptedHeader } from '../kit/backup/encrypted-file.ts';
import { DATABASE, type Manifest } from '../kit/backup/manifest.ts';
import type { Output } from '../kit/cli.ts';
import { type Clock, systemClock } from '../kit/clock.ts';
import type { Chain } from '../kit/data/migrate.ts';
import { removeOtherAccess, setPrivateUmask } from '../kit/doctor/private-data.ts';
import type { Plugin } from '../kit/plugin.ts';
import { changeOwner } from '../kit/restore/change-owner.ts';
import { commitRestore, type RestoreResult } from '../kit/restore/commit-restore.ts';
import { stageOf } from '../kit/restore/plan.ts';
import { readCurrentDatabase } from '../kit/restore/read-current-database.ts';
import { stageRestore } from '../kit/restore/stage-restore.ts';
import { type BackupFileCommand, readPassphraseFile } from './backup-file.ts';
import { withDiskErrorMessages } from './disk-errors.ts';
import { takeOwnership } from './ownership.ts';

export interface RestoreDependencies {
  chains: readonly Chain[];
  /** All available features and plugins: a restore includes the data of disabled plugins too. */
  features: readonly Plugin[];
  output: Output;
  clock?: Clock;
}

/**
 * Restores a backup into a directory. Returns 0. Throws an Error with a message for the operator. Then the
 * data are unchanged, unless the swap has begun: the next command or start completes it.
 */
export const runRestoreCommand = (
  command: BackupFileCommand,
  surroundings: RestoreDependencies,
): Promise<number> =>
  withDiskErrorMessages({ data: command.data, unit: false }, () => restoreOwned(command, surroundings));

async function restoreOwned(command: BackupFileCommand, surroundings: RestoreDependencies): Promise<number> {
  const { file, data } = command;
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new Error(`There is no backup file ${file}.`);
  setPrivateUmask();
  const { release, withdraw } = enter(data);
  try {
    const message = await restoreInto(command, surroundings);
    release();
    surroundings.output.out(message);
    return 0;
  } catch (cause) {
    release();
    withdraw();
    throw cause;
  }
}

/** Takes ownership of the directory, which is created if needed; `withdraw` removes all traces of that. */
function enter(data: string) {
  const parent = nearestExistingFolder(dirname(data));
  const made = mkdirSync(data, { recursive: true, mode: 0o700 });
  const lock = join(data, 'owner.lock');
  const isFresh = !existsSync(lock);
  const withdraw = () => {
    if (made !== undefined) rmSync(made, { recursive: true });
    else if (isFresh) rmSync(lock, { force: true });
  };
  if (made !== undefined) changeOwner(statSync(parent), made);
  const release = takeOwnership(data);
  changeOwner(statSync(data), lock);
  return { release, withdraw };
}

const nearestExistingFolder = (folder: string): string =>
  existsSync(folder) ? folder : nearestExistingFolder(dirname(folder));

/** Restores the backup. Returns the message for the console. */
async function restoreInto(command: BackupFileCommand, surroundings: RestoreDependencies): Promise<string> {
  const { file, data } = command;
  const { chains, features, clock = systemClock } = surroundings;
  const own = { chains, plugins: features };
  const folder = stageOf(data);
  if (!command.isReplacing) refuseUsed(data, folder);
  const passphrase = passphraseFor(command, folder);
  const current = existsSync(join(data, DATABASE)) ? data : undefined;
  const manifest = await stageRestore({
    file,
    current,
    passphrases: [passphrase],
    folder,
    own,
    at: clock.now(),
  }).catch((cause) =>
    Promise.reject(isOfSetting(cause, command) ? new Error(PASSPHRASE_DIFFERS, { cause }) : cause),
  );
  const replaced = commitRestore({
    data,
    filename: basename(file),
    about: manifest,
    by: 'command line',
    features,
    clock,
  });
  for (const one of [data, replaced.before]) if (one !== undefined) removeOtherAccess(one);
  return sentence(command, manifest, replaced);
}

function sentence(
  { file, data }: BackupFileCommand,
  { createddate }: Manifest,
  { before, unread, missing }: RestoreResult,
): string {
  const rest = before === undefined ? '' : `; the previous data are in ${before}`;
  return `The backup of ${createddate} in ${file} was restored to ${data}${rest}${describeLost(unread)}${describeMissing(missing)}.`;
}

function describeLost(unread: RestoreResult['unread']): string {
  if (unread === 'all')
    return '; the previous data cannot be read, so accounts and credentials revoked since the backup are valid again';
  if (unread.length === 0) return '';
  return `; the tables ${unread.join(', ')} of the previous data cannot be read, so entries revoked since the backup may be valid again`;
}

const describeMissing = (missing: readonly string[]): string =>
  missing.length === 0 ? '' : `; files that the database lists but that are missing: ${missing.length}`;

/** Throws an Error when the data to set aside contain users or cannot be read. */
function refuseUsed(data: string, scratch: string): void {
  if (!existsSync(join(data, DATABASE))) return;
  const again = 'Add --replace to move them aside, or specify another directory with --data.';
  let users: number;
  try {
    users = readCurrentDatabase(data, scratch, (sqlite) => sqlite.ask('SELECT 1 FROM users LIMIT 1')).length;
  } catch (cause) {
    throw new Error(`${data} contains data that cannot be read. ${again}`, { cause });
  }
  if (users > 0) throw new Error(`${data} contains the data of an appliance with users. ${again}`);
}

const PASSPHRASE_DIFFERS =
  'The backup is encrypted, and the passphrase in the data directory does not decrypt it. Specify a file with its passphrase with --passphrase-file.';

const isOfSetting = (cause: unknown, { passphraseFile }: BackupFileCommand): boolean =>
  cause instanceof WrongPassphraseError && passphraseFile === undefined;

/**
 * Returns the passphrase for the backup: that in `passphraseFile`, or else that in the settings of the data
 * directory; empty for an unencrypted backup. Throws an Error when there is none.
 */
function passphraseFor({ file, data, passphraseFile }: BackupFileCommand, scratch: string): string {
  if (!hasEncryptedHeader(file)) return '';
  if (passphraseFile !== undefined) return readPassphraseFile(passphraseFile);
  // The current data, which contain the passphrase, may be unreadable.
  const passphrase = readBackupEncryption(data, scratch)?.passphrase;
  if (passphrase) return passphrase;
  throw new Error('The backup is encrypted. Specify a file with its passphrase with --passphrase-file.');
}
