import { copyFileSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { runtime } from '#runtime';
import { readArchive } from '../backup/archive.ts';
import { BackupError, type Chunks, WrongPassphraseError } from '../backup/backup-error.ts';
import { describeBackupError, writePart } from '../backup/inspect.ts';
import { endOfLog, findApplianceId } from '../backup/make.ts';
import { DATABASE, isDatabaseOnly, type Manifest } from '../backup/manifest.ts';
import { isNewerVersion, newerBackupError } from '../backup/newer-backup.ts';
import type { OwnVersion } from '../backup/own-version.ts';
import { migrateAndVerifyDatabase, verifyDatabaseFile, verifyUnpackedDatabase } from '../backup/verify-database.ts';
import { refuseUnstartable } from '../backup/refuse-unstartable.ts';
import { copySteadily } from '../backup/steady-write.ts';
import { decryptAndDecompress } from '../backup/stream.ts';
import { HEAD_FILE } from '../data/copies.ts';
import { version } from '../version.ts';
import { addKeys, findMissingKeys } from './database-only.ts';
import { refuseInsufficientSpace } from './disk-space.ts';

/** A backup that is tried out. */
export interface StageRestoreInput {
  file: string;
  /** Those that may open it, tried one after the other; of no meaning where the file is not sealed. */
  passphrases: readonly string[];
  /** Made here; what is left of it when all went well are the data of the backup, of this version. */
  folder: string;
  own: OwnVersion;
  /** The data directory that has the keys for a backup of kind `upgrade`; without it such a backup is refused. */
  current?: string;
  /** Now. */
  at: Date;
}

/**
 * Unpacks a backup, looks at all of it and brings it up to date, in a folder of its own. Starts nothing and sends
 * nothing. Throws a BackupFault in one sentence, a WrongPassphrase, or what the disk said; nothing is left then.
 */
export async function stageRestore(rehearsal: StageRestoreInput): Promise<Manifest> {
  const { folder, own, at } = rehearsal;
  mkdirSync(folder, { mode: 0o700 });
  try {
    const about = await (rehearsal.file.endsWith('.db') ? copyDatabase : unpack)(rehearsal);
    refuse(verifyUnpackedDatabase(folder, about, own, at)[0]);
    if (isDatabaseOnly(about)) addKeys(folder, rehearsal.current, about);
    refuseUnstartable(folder, own);
    refuse(migrateAndVerifyDatabase(folder, own, at)[0]);
    return about;
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    if (cause instanceof BackupError) throw cause;
    throw new BackupError(describeBackupError(cause), { cause });
  }
}

/** Copies a database that an upgrade set aside; returns the manifest that its archive would have. */
async function copyDatabase({ file, folder, current, own, at }: StageRestoreInput): Promise<Manifest> {
  const parts = [{ name: DATABASE, bytes: statSync(file).size, sha256: '' }];
  const about = { version, host: hostname(), applianceid: '', createddate: at.toISOString(), by: 'upgrade' };
  const unread = { ...about, parts, audit: { rows: 0, hash: '' } };
  if (current === undefined) refuse(findMissingKeys(unread));
  refuseInsufficientSpace(folder, unread);
  const copy = join(folder, DATABASE);
  await copySteadily(file, copy);
  const head = `${file.slice(0, -'.db'.length)}.${HEAD_FILE}`;
  if (existsSync(head)) copyFileSync(head, join(folder, HEAD_FILE));
  refuse(verifyDatabaseFile(copy, own)[0]);
  const sqlite = runtime.openSqlite(copy);
  try {
    return { ...about, applianceid: findApplianceId(sqlite) ?? '', parts, audit: endOfLog(sqlite) };
  } finally {
    sqlite.close();
  }
}

const unpack = async ({ file, passphrases, folder, current }: StageRestoreInput): Promise<Manifest> =>
  readArchive(
    await opened(file, passphrases),
    (about) => {
      refuseOtherKind(about, current !== undefined);
      refuseInsufficientSpace(folder, about);
    },
    (part, content) => writePart(folder, part, content),
  );

async function opened(file: string, [passphrase = '', ...others]: readonly string[]): Promise<Chunks> {
  try {
    return await decryptAndDecompress(file, passphrase);
  } catch (cause) {
    if (others.length === 0 || !(cause instanceof WrongPassphraseError)) throw cause;
    return opened(file, others);
  }
}

/** An archive of an older database has the version of the program that packed it: its migrations tell whether it is newer. */
function refuseOtherKind(about: Manifest, hasCurrent: boolean): void {
  if (hasCurrent && isDatabaseOnly(about)) return;
  if (isNewerVersion(about.version)) throw newerBackupError(about.version);
  refuse(findMissingKeys(about));
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw new BackupError(problem);
}
