import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatMegabytes } from '../on-disk.ts';
import { describePart, readArchive } from './archive.ts';
import { BackupError, type Chunks, COPY_AGAIN, NoDiskSpaceError, WrongPassphraseError } from './backup-error.ts';
import { type BackupPart, DATABASE, isCompleteBackup, type Manifest } from './manifest.ts';
import type { OwnVersion } from './own-version.ts';
import { migrateAndVerifyDatabase, verifyDatabaseFile, verifyUnpackedDatabase } from './verify-database.ts';
import { computeMissingBytes, countCopiesOnDisk, readFreeBytes } from './disk-space.ts';
import { refuseUnstartable } from './refuse-unstartable.ts';
import { copySteadily, writeSteadily } from './steady-write.ts';
import { decryptAndDecompress } from './stream.ts';

/** What a look at a backup found. */
export interface Inspection {
  /** False where the passphrase does not open it: then nothing else is known. */
  isOpen: boolean;
  /** Undefined where the file could not be read so far. */
  manifest: Manifest | undefined;
  /** A sentence each; none when all is well. */
  problems: string[];
}

/** What is looked at. */
export interface InspectBackupInput {
  file: string;
  /** Where the database is unpacked to; it goes again. */
  folder: string;
  passphrase: string;
  own: OwnVersion;
  /** Now. */
  at: Date;
  /** The hash of the file when it was made or uploaded, in hex; null where it is not recorded. */
  sha256?: string | null;
  /** True may use all free disk space; otherwise the reserve of the disk stays free. */
  mayFillDisk?: boolean;
}

/** Some bytes of a compressed file can change without changing what it unpacks to. */
const CHANGED = 'The file was changed after it was made: its SHA-256 is not the recorded one.';

async function isChanged(file: string, sha256: string): Promise<boolean> {
  return (await describePart({ name: file, path: file })).sha256 !== sha256;
}

/** Reads a backup from its file to the end, and looks at the database that is in it. */
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
    const about = await readArchive(
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
    const problems = verifyUnpackedDatabase(folder, about, own, at);
    if (problems.length === 0 && isCompleteBackup(about))
      problems.push(...migrateAndVerifyDatabase(folder, own, at));
    if (problems.length === 0 && sha256 && (await isChanged(file, sha256))) problems.push(CHANGED);
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

/** What an archive says of its size is nothing that has arrived yet. */
function refuseWithoutRoom(folder: string, { parts, version: made }: Manifest, mayFillDisk: boolean): void {
  const unpacked = parts.filter(({ name }) => !name.startsWith('files/'));
  const needed = unpacked.reduce((sum, { name, bytes }) => sum + bytes * countCopiesOnDisk(name, made), 0);
  const missing = mayFillDisk ? needed - readFreeBytes(folder) : computeMissingBytes(folder, needed);
  if (missing > 0)
    throw new NoDiskSpaceError(
      `There is not enough room to look at it: ${formatMegabytes(missing)} are missing.`,
    );
}

/** What a part is called can be more than this disk takes, or stand in the way of another part. */
const FAULTS_OF_NAMES: ReadonlySet<unknown> = new Set(['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);

/** A sentence of ours, or that of whoever unpacks. What the disk of this box refuses is thrown: it says nothing of the file. */
export function describeBackupError(cause: unknown): string {
  if (cause instanceof BackupError) return cause.message;
  const { syscall, code } = cause as { syscall?: unknown; code?: unknown };
  if (FAULTS_OF_NAMES.has(code)) return 'The names of its parts fit in no folder.';
  if (syscall !== undefined) throw cause;
  return `The file is damaged or cut short (${cause instanceof Error ? cause.message : cause}). ${COPY_AGAIN}`;
}

/** Puts a part of a backup into a folder; its name was looked at before. */
export async function writePart(folder: string, { name }: BackupPart, content: Chunks): Promise<void> {
  const path = join(folder, name);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    await writeSteadily(path, content);
  } catch (cause) {
    if (!OF_THE_NAME.has(String((cause as { code?: unknown }).code))) throw cause;
    throw new BackupError(`${JSON.stringify(name.slice(0, 200))} cannot lie beside the other files.`, {
      cause,
    });
  }
}

/** What a disk says of a name that is too long, or under which something else lies already. */
const OF_THE_NAME = new Set(['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);

async function copyProblems(file: string, folder: string, own: OwnVersion): Promise<string[]> {
  const copy = join(folder, DATABASE);
  await copySteadily(file, copy);
  return verifyDatabaseFile(copy, own);
}
