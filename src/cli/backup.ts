import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PASSPHRASE, thisAppliance } from '../features/appliancebackups/index.ts';
import { backupFileName } from '../kit/backup/backup-store.ts';
import { readSmallFiles } from '../kit/backup/freeze-data.ts';
import { inspectBackup } from '../kit/backup/inspect.ts';
import { makeBackup } from '../kit/backup/make.ts';
import { DATABASE } from '../kit/backup/manifest.ts';
import type { OwnVersion } from '../kit/backup/own-version.ts';
import type { Output } from '../kit/cli.ts';
import { Moment, systemClock } from '../kit/clock.ts';
import { isDiskFull } from '../kit/data/disk-errors.ts';
import { openDatabaseFile, refuseDamagedFile } from '../kit/data/open.ts';
import { Reader } from '../kit/data/reader.ts';
import { Statements } from '../kit/data/statements.ts';
import { computeMissingBytes } from '../kit/disk-space.ts';
import { bytesOfAll } from '../kit/files/queries.ts';
import { formatMegabytes } from '../kit/on-disk.ts';
import { openSecrets } from '../kit/secrets.ts';
import { type BackupFileCommand, readPassphraseFile } from './backup-file.ts';
import { describeMissingDatabase } from './missing-database.ts';
import { refuseOtherSchemaVersion } from './other-version.ts';
import { encryptedSetting } from './queries.ts';

/** The required space as a multiple of the database size: two copies and their part of the resulting file. */
const TIMES = 3;
const ADVICE = 'Free space there, or specify a file on another disk.';

/**
 * Makes a backup of a data directory, whether its appliance runs or not. Returns 0 after the backup was read
 * back and verified. Throws an Error with a message for the operator, and leaves no files then.
 */
export async function runBackupCommand(
  command: BackupFileCommand,
  own: OwnVersion,
  { out }: Output,
): Promise<number> {
  const { file, data } = command;
  const path = join(data, DATABASE);
  if (existsSync(file)) throw new Error(`${file} already exists. Specify another file.`);
  if (!existsSync(dirname(file)))
    throw new Error(`The folder ${dirname(file)} does not exist. Create it first.`);
  if (!existsSync(path)) throw new Error(describeMissingDatabase(data));
  refuseDamagedFile(path);
  refuseOtherSchemaVersion(path, own.chains);
  const folder = `${file}.work-${process.pid}`;
  const needed = statSync(path).size * TIMES + readFileBytes(path);
  refuseWithoutRoom(dirname(file), needed);
  try {
    mkdirSync(folder, { mode: 0o700 });
    const { isSealed, missing } = await makeIn(folder, command, own);
    for (const name of missing) out(`Warning: the database lists the file ${name}, but it is missing.`);
    out(
      `${file} is a verified backup of ${data}, ${isSealed ? 'encrypted' : 'not encrypted. Protect the file, because it contains all secrets'}.`,
    );
    return 0;
  } catch (cause) {
    throw isDiskFull(cause) ? new Error(describeFullDisk(dirname(file), needed), { cause }) : cause;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function refuseWithoutRoom(folder: string, needed: number): void {
  const missing = computeMissingBytes(folder, needed, 'attended');
  if (missing > 0)
    throw new Error(
      `There is not enough disk space in ${folder}: ${formatMegabytes(missing)} more are needed. ${ADVICE}`,
    );
}

const describeFullDisk = (folder: string, needed: number): string =>
  `The disk of ${folder} became full during the backup, which needs about ${formatMegabytes(needed)}. ${ADVICE}`;

/** Returns the bytes of the uploaded files that the database lists. */
const readFileBytes = (path: string): number => withReader(path, (reader) => bytesOfAll.get(reader)!.bytes);

async function makeIn(folder: string, { file, data, passphraseFile }: BackupFileCommand, own: OwnVersion) {
  const at = systemClock.now();
  // The small files are read first, because an audit log that continues beyond their audit head is valid.
  const small = readSmallFiles(data);
  const moment = join(folder, 'moment.db');
  copyAtOneMoment(join(data, DATABASE), moment);
  const { applianceid, sealed } = readOrigin(moment);
  const passphrase =
    passphraseFile === undefined ? decryptPassphrase(data, sealed) : readPassphraseFile(passphraseFile);
  const made = join(folder, backupFileName(at, passphrase !== ''));
  const handle = openSync(moment, 'r');
  const { missing } = await makeBackup(
    {
      data,
      database: { handle, bytes: statSync(moment).size },
      small,
      folder: join(folder, 'making'),
      file: made,
      passphrase,
      about: { createddate: at.toISOString(), by: 'command line', applianceid },
      excludedFromBackups: own.chains.flatMap(({ excludedFromBackups = [] }) => excludedFromBackups),
    },
    () => closeSync(handle),
  );
  const { problems } = await inspectBackup({
    file: made,
    folder: join(folder, 'looking'),
    passphrase,
    own,
    at,
  });
  if (problems.length > 0) throw new Error(`Verification of the backup failed: ${problems[0]}`);
  if (existsSync(file)) throw new Error(`${file} already exists. Specify another file.`);
  renameSync(made, file);
  return { missing, isSealed: passphrase !== '' };
}

/**
 * Copies the database at one point in time, without free pages. A single statement reads one snapshot,
 * whatever is written meanwhile.
 */
function copyAtOneMoment(path: string, copy: string): void {
  const sqlite = openDatabaseFile(path);
  try {
    sqlite.ask('VACUUM INTO ?', copy);
  } finally {
    sqlite.close();
  }
}

const readOrigin = (copy: string): { applianceid: string; sealed: string | undefined } =>
  withReader(copy, (reader) => ({
    applianceid: thisAppliance.get(reader)!.applianceid,
    sealed: encryptedSetting.get(reader, { key: PASSPHRASE })?.sealed ?? undefined,
  }));

/** Runs `read` on a database file, and closes the file. */
function withReader<T>(path: string, read: (reader: Reader) => T): T {
  const sqlite = openDatabaseFile(path);
  try {
    return read(new Reader(new Statements(sqlite), () => new Moment(systemClock.now())));
  } finally {
    sqlite.close();
  }
}

/**
 * Returns the passphrase of the settings; an empty text when there is none. Throws an Error when the keys of
 * the data do not decrypt it.
 */
function decryptPassphrase(data: string, sealed: string | undefined): string {
  if (sealed === undefined) return '';
  const passphrase = openSecrets(data).decrypt(sealed);
  if (passphrase === undefined)
    throw new Error('The passphrase in the settings cannot be read. Specify a file with --passphrase-file.');
  return passphrase;
}
