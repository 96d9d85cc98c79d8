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
import { refuseUnstartable } from '../backup/refuse-unstartable.ts';
import { copySteadily } from '../backup/steady-write.ts';
import { decryptAndDecompress } from '../backup/stream.ts';
import {
  migrateAndVerifyDatabase,
  verifyDatabaseFile,
  verifyUnpackedDatabase,
} from '../backup/verify-database.ts';
import { HEAD_FILE } from '../data/copies.ts';
import { version } from '../version.ts';
import { addKeys, findMissingKeys } from './database-only.ts';
import { refuseInsufficientSpace } from './disk-space.ts';

/** Parameters for staging a restore. */
export interface StageRestoreInput {
  file: string;
  /** Passphrases to try one after the other; ignored for an unencrypted file. */
  passphrases: readonly string[];
  /**
   * The staging folder, which is created. After success it contains the data of the backup, migrated to this
   * version.
   */
  folder: string;
  own: OwnVersion;
  /**
   * The data directory with the keys for a backup of kind `upgrade`; without it such a backup is rejected.
   */
  current?: string;
  /** The current time. */
  at: Date;
}

/**
 * Unpacks a backup into the staging folder, verifies and migrates it. Starts no jobs and sends nothing. On
 * failure, removes the staging folder and throws a `BackupError`, such as a `WrongPassphraseError` or a
 * `NoDiskSpaceError`, or the error of the disk.
 */
export async function stageRestore(input: StageRestoreInput): Promise<Manifest> {
  const { folder, own, at } = input;
  mkdirSync(folder, { mode: 0o700 });
  try {
    const manifest = await (input.file.endsWith('.db') ? copyDatabase : unpack)(input);
    refuse(verifyUnpackedDatabase(folder, manifest, own, at)[0]);
    if (isDatabaseOnly(manifest)) addKeys(folder, input.current, manifest);
    refuseUnstartable(folder, own);
    refuse(migrateAndVerifyDatabase(folder, own, at)[0]);
    return manifest;
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    if (cause instanceof BackupError) throw cause;
    throw new BackupError(describeBackupError(cause), { cause });
  }
}

/** Copies a database that an upgrade set aside. Returns the manifest that an archive of it would have. */
async function copyDatabase({ file, folder, current, own, at }: StageRestoreInput): Promise<Manifest> {
  const parts = [{ name: DATABASE, bytes: statSync(file).size, sha256: '' }];
  const origin = { version, host: hostname(), applianceid: '', createddate: at.toISOString(), by: 'upgrade' };
  const unread = { ...origin, parts, audit: { rows: 0, hash: '' } };
  if (current === undefined) refuse(findMissingKeys(unread));
  refuseInsufficientSpace(folder, unread);
  const copy = join(folder, DATABASE);
  await copySteadily(file, copy);
  const head = `${file.slice(0, -'.db'.length)}.${HEAD_FILE}`;
  if (existsSync(head)) copyFileSync(head, join(folder, HEAD_FILE));
  refuse(verifyDatabaseFile(copy, own)[0]);
  const sqlite = runtime.openSqlite(copy);
  try {
    return { ...origin, applianceid: findApplianceId(sqlite) ?? '', parts, audit: endOfLog(sqlite) };
  } finally {
    sqlite.close();
  }
}

const unpack = async ({ file, passphrases, folder, current }: StageRestoreInput): Promise<Manifest> =>
  readArchive(
    await openWithPassphrases(file, passphrases),
    (manifest) => {
      refuseOtherKind(manifest, current !== undefined);
      refuseInsufficientSpace(folder, manifest);
    },
    (part, content) => writePart(folder, part, content),
  );

async function openWithPassphrases(
  file: string,
  [passphrase = '', ...others]: readonly string[],
): Promise<Chunks> {
  try {
    return await decryptAndDecompress(file, passphrase);
  } catch (cause) {
    if (others.length === 0 || !(cause instanceof WrongPassphraseError)) throw cause;
    return openWithPassphrases(file, others);
  }
}

/**
 * Throws a `BackupError` when the backup is too new or incomplete. A database-only archive states the version
 * of the program that packed it, so its migrations decide later whether it is newer.
 */
function refuseOtherKind(manifest: Manifest, hasCurrent: boolean): void {
  if (hasCurrent && isDatabaseOnly(manifest)) return;
  if (isNewerVersion(manifest.version)) throw newerBackupError(manifest.version);
  refuse(findMissingKeys(manifest));
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw new BackupError(problem);
}
