import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { computeMissingBytes } from '../disk-space.ts';
import { formatMegabytes } from '../on-disk.ts';
import { describePart, readArchive } from './archive.ts';
import {
  BackupError,
  type Chunks,
  COPY_AGAIN,
  NoDiskSpaceError,
  WrongPassphraseError,
} from './backup-error.ts';
import { countCopiesOnDisk } from './disk-space.ts';
import { type BackupPart, DATABASE, isCompleteBackup, type Manifest } from './manifest.ts';
import type { OwnVersion } from './own-version.ts';
import { refuseUnstartable } from './refuse-unstartable.ts';
import { copySteadily, writeSteadily } from './steady-write.ts';
import { decryptAndDecompress } from './stream.ts';
import { migrateAndVerifyDatabase, verifyDatabaseFile, verifyUnpackedDatabase } from './verify-database.ts';

/** The result of the verification of a backup. */
export interface Inspection {
  /** False when the passphrase does not decrypt the backup; then the rest is unknown. */
  isOpen: boolean;
  /** The manifest of the backup; undefined when it could not be read. */
  manifest: Manifest | undefined;
  /** Error messages; empty when the backup is valid. */
  problems: string[];
}

/** Parameters of a verification. */
export interface InspectBackupInput {
  file: string;
  /** A temporary folder for the unpacked database; it is deleted afterwards. */
  folder: string;
  passphrase: string;
  own: OwnVersion;
  /** The current time. */
  at: Date;
  /** The SHA-256 of the file when it was made or uploaded, in hex; null when it is not recorded. */
  sha256?: string | null;
  /** True may use all free disk space; otherwise the reserve of the disk stays free. */
  mayFillDisk?: boolean;
}

/**
 * The message for a file with another SHA-256 than the recorded one. Some bytes of a compressed file can
 * change without changing what it unpacks to.
 */
const FILE_CHANGED = 'The file was changed after its creation. Its SHA-256 differs from the recorded one.';

async function isChanged(file: string, sha256: string): Promise<boolean> {
  return (await describePart({ name: file, path: file })).sha256 !== sha256;
}

/**
 * Reads a backup file to its end and verifies the database in it; a `.db` file is the database itself.
 * Defects of the file are in the result. `isOpen` is false when the passphrase does not decrypt it. Throws
 * errors of the local disk. Deletes `folder` at the end.
 */
export async function inspectBackup({
  file,
  folder,
  passphrase,
  own,
  at,
  sha256,
  mayFillDisk = false,
}: InspectBackupInput): Promise<Inspection> {
  let manifest: Manifest | undefined;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    if (file.endsWith('.db'))
      return { isOpen: true, manifest, problems: await copyProblems(file, folder, own) };
    const archived = await readArchive(
      await decryptAndDecompress(file, passphrase),
      (first) => {
        manifest = first;
        refuseWithoutRoom(folder, first, mayFillDisk);
      },
      async (part, content) => {
        if (!part.name.startsWith('files/')) await writePart(folder, part, content);
      },
    );
    refuseUnstartable(folder, own);
    const problems = verifyUnpackedDatabase(folder, archived, own, at);
    if (problems.length === 0 && isCompleteBackup(archived))
      problems.push(...migrateAndVerifyDatabase(folder, own, at));
    if (problems.length === 0 && sha256 && (await isChanged(file, sha256))) problems.push(FILE_CHANGED);
    return { isOpen: true, manifest, problems };
  } catch (cause) {
    return {
      isOpen: !(cause instanceof WrongPassphraseError),
      manifest,
      problems: [describeBackupError(cause)],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Throws a `NoDiskSpaceError` by the sizes in the manifest, before any part is written. */
function refuseWithoutRoom(folder: string, { parts, version: made }: Manifest, mayFillDisk: boolean): void {
  const unpacked = parts.filter(({ name }) => !name.startsWith('files/'));
  const needed = unpacked.reduce((sum, { name, bytes }) => sum + bytes * countCopiesOnDisk(name, made), 0);
  const missing = computeMissingBytes(folder, needed, mayFillDisk ? 'attended' : 'unattended');
  if (missing > 0)
    throw new NoDiskSpaceError(
      `There is not enough disk space for the verification: ${formatMegabytes(missing)} more are needed.`,
    );
}

/** Error codes for part names that this disk cannot store, or that conflict with another part. */
const FAULTS_OF_NAMES: ReadonlySet<unknown> = new Set(['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);

/**
 * Returns the message for users about a backup file that cannot be read. Throws other errors of the local
 * disk, because they do not concern the file.
 */
export function describeBackupError(cause: unknown): string {
  if (cause instanceof BackupError) return cause.message;
  const { syscall, code } = cause as { syscall?: unknown; code?: unknown };
  if (FAULTS_OF_NAMES.has(code))
    return 'It contains file names that are too long or conflict with each other.';
  if (syscall !== undefined) throw cause;
  return `The file is damaged or incomplete (${cause instanceof Error ? cause.message : cause}). ${COPY_AGAIN}`;
}

/**
 * Writes a part of a backup into a folder. The caller has checked its name. Throws a `BackupError` when it is
 * too long or conflicts with another part.
 */
export async function writePart(folder: string, { name }: BackupPart, content: Chunks): Promise<void> {
  const path = join(folder, name);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    await writeSteadily(path, content);
  } catch (cause) {
    if (!FILE_NAME_ERROR_CODES.has(String((cause as { code?: unknown }).code))) throw cause;
    throw new BackupError(
      `${JSON.stringify(name.slice(0, 200))} is too long, or conflicts with the names of other files.`,
      {
        cause,
      },
    );
  }
}

/** Error codes of the disk for a name that is too long or already used by another file. */
const FILE_NAME_ERROR_CODES = new Set(['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);

async function copyProblems(file: string, folder: string, own: OwnVersion): Promise<string[]> {
  const copy = join(folder, DATABASE);
  await copySteadily(file, copy);
  return verifyDatabaseFile(copy, own);
}
