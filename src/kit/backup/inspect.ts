import { copyFileSync, createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { runtime, type Sqlite } from '#runtime';
import { headFault, letGoBefore } from '../audit/head.ts';
import { auditFault, chainFault } from '../audit/verify.ts';
import { Moment } from '../clock.ts';
import { orphanFault } from '../data/orphans.ts';
import { Reader } from '../data/reader.ts';
import { Statements } from '../data/statements.ts';
import { inMegabytes } from '../on-disk.ts';
import { openSecrets } from '../secrets.ts';
import { version } from '../version.ts';
import { readArchive } from './archive.ts';
import { BackupFault, type Pieces, WrongPassphrase } from './fault.ts';
import { DATABASE, type Manifest, type Part } from './manifest.ts';
import { missingBytes } from './room.ts';
import { unwrapped } from './stream.ts';

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
export interface Inspecting {
  file: string;
  /** Where the database is unpacked to; it goes again. */
  folder: string;
  passphrase: string;
  /** Now. */
  at: Date;
}

/** Reads a backup from its file to the end, and looks at the database that is in it. */
export async function inspect({ file, folder, passphrase, at }: Inspecting): Promise<Inspection> {
  let manifest: Manifest | undefined;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    if (file.endsWith('.db')) return { isOpen: true, manifest, problems: bareProblems(file, folder) };
    const about = await readArchive(
      await unwrapped(file, passphrase),
      (first) => {
        manifest = first;
        refuseWithoutRoom(folder, first);
      },
      async (part, content) => {
        if (!part.name.startsWith('files/')) await writePart(folder, part, content);
      },
    );
    const problems = databaseProblems(folder, about, at);
    return { isOpen: true, manifest, problems: problems.length > 0 ? problems : wholeLog(folder, about, at) };
  } catch (cause) {
    return { isOpen: !(cause instanceof WrongPassphrase), manifest, problems: [faultIn(cause)] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What an archive says of its size is nothing that has arrived yet. */
function refuseWithoutRoom(folder: string, { parts }: Manifest): void {
  const unpacked = parts.filter(({ name }) => !name.startsWith('files/'));
  const missing = missingBytes(
    folder,
    unpacked.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  if (missing > 0)
    throw new BackupFault(`There is not enough room to look at it: ${inMegabytes(missing)} are missing.`);
}

/** What a part is called can be more than this disk takes, or stand in the way of another part. */
const FAULTS_OF_NAMES: ReadonlySet<unknown> = new Set(['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);

/** A sentence of ours, or that of whoever unpacks. What the disk of this box refuses is thrown: it says nothing of the file. */
export function faultIn(cause: unknown): string {
  if (cause instanceof BackupFault) return cause.message;
  const { syscall, code } = cause as { syscall?: unknown; code?: unknown };
  if (FAULTS_OF_NAMES.has(code)) return 'The names of its parts fit in no folder.';
  if (syscall !== undefined) throw cause;
  return `The file is damaged or cut short (${cause instanceof Error ? cause.message : cause}).`;
}

/** Puts a part of a backup into a folder; its name was looked at before. */
export async function writePart(folder: string, { name }: Part, content: Pieces): Promise<void> {
  const path = join(folder, name);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(Readable.from(content), createWriteStream(path, { mode: 0o600, flags: 'wx' }));
  } catch (cause) {
    if (!OF_THE_NAME.has(String((cause as { code?: unknown }).code))) throw cause;
    throw new BackupFault(`${JSON.stringify(name.slice(0, 200))} cannot lie beside the other files.`, {
      cause,
    });
  }
}

/** What a disk says of a name that is too long, or under which something else lies already. */
const OF_THE_NAME = new Set(['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);

/** What is wrong with a database that lies there alone, as upgrades of older versions left it. */
function bareProblems(file: string, folder: string): string[] {
  const copy = join(folder, DATABASE);
  copyFileSync(file, copy);
  return withDatabase(copy, brokenPages);
}

function withDatabase(path: string, look: (sqlite: Sqlite) => string[]): string[] {
  const sqlite = runtime.openSqlite(path);
  try {
    return look(sqlite);
  } catch (cause) {
    return [`The database cannot be read: ${cause instanceof Error ? cause.message : cause}.`];
  } finally {
    sqlite.close();
  }
}

/** What is wrong with the database of a folder that a backup was unpacked to. */
export const databaseProblems = (folder: string, about: Manifest, at: Date): string[] =>
  withDatabase(join(folder, DATABASE), (sqlite) => [
    ...(foreignShapes(sqlite) ?? [...brokenPages(sqlite), ...endProblems(sqlite, about, at)]),
  ]);

function wholeLog(folder: string, { parts, ...about }: Manifest, at: Date): string[] {
  if (!parts.some(({ name }) => name === 'secrets.json')) return [];
  return withDatabase(join(folder, DATABASE), (sqlite) =>
    logProblems(readerOf(sqlite, at), folder, about.version),
  );
}

/** A table that is a view does what its maker wants with whoever reads it: nothing in such a file is looked at. */
function foreignShapes(sqlite: Sqlite): string[] | undefined {
  const [view] = sqlite.ask("SELECT name FROM sqlite_master WHERE type = 'view'") as { name: string }[];
  return view && ['The database holds a view, which no appliance has made.'];
}

function brokenPages(sqlite: Sqlite): string[] {
  const found = sqlite.ask('PRAGMA integrity_check(3)') as { integrity_check: string }[];
  const faults = found.map(({ integrity_check: text }) => text).filter((text) => text !== 'ok');
  return [...faults.map((text) => `The database is damaged: ${text}`), orphanFault(sqlite) ?? []].flat();
}

const readerOf = (sqlite: Sqlite, at: Date) => new Reader(new Statements(sqlite), () => new Moment(at));

/** Of a database alone only the end of its log is looked at: the keys of the chain are not with it. */
function endProblems(sqlite: Sqlite, { audit }: Manifest, at: Date): string[] {
  const reader = readerOf(sqlite, at);
  const end = reader.get<{ hash: string }>('SELECT hash FROM auditlogs WHERE auditlogid = ?', audit.rows);
  if ((end?.hash ?? '') !== audit.hash) return ['The audit log does not end as the manifest says.'];
  return [];
}

/** What is wrong with the whole audit log of a folder; `made` is the version that its guards are of. */
export function logProblems(reader: Reader, folder: string, made = version): string[] {
  const secrets = openSecrets(folder);
  const faultOf = made === version ? auditFault : chainFault;
  const fault =
    faultOf(reader, secrets.auditKey, letGoBefore(folder, secrets.auditKey)) ??
    headFault(reader, secrets, folder);
  return fault === undefined ? [] : [`The audit log was changed from outside: ${fault}`];
}
