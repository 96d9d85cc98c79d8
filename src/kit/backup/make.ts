import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { runtime, type Sqlite } from '#runtime';
import { version } from '../version.ts';
import { type BackupSource, describePart, packArchive } from './archive.ts';
import type { Chunks } from './backup-error.ts';
import { type BackupPart, DATABASE, type Manifest } from './manifest.ts';
import { createSteadyWriter, writeSteadily } from './steady-write.ts';
import { compressAndEncrypt } from './stream.ts';

const CHUNK_BYTES = 4 * 1024 * 1024;

/** Parameters of a backup. */
export interface CreateBackupInput {
  /** The data directory. */
  data: string;
  /**
   * The open database file and its length, which does not change until `onCopied` is called. The caller opens
   * it, because closing a second handle in this process would release the locks of SQLite on the file.
   */
  database: { handle: number; bytes: number };
  /** The contents of small files at the copy point, by their names. */
  small: Readonly<Record<string, string>>;
  /** The working folder; the caller deletes it. */
  folder: string;
  /** The path of the backup file to write. */
  file: string;
  passphrase: string;
  about: Pick<Manifest, 'createddate' | 'by' | 'applianceid'>;
  /** Tables whose rows are left out of every backup. */
  excludedFromBackups: readonly string[];
  /** True leaves out the files that the database lists: a backup of kind `upgrade`. */
  isDatabaseOnly?: boolean;
}

/** The written backup file. */
export interface BackupFile {
  bytes: number;
  sha256: string;
  /** Files that the database lists and that do not exist. */
  missing: string[];
}

/**
 * Makes a backup file, which must not exist yet. Calls `onCopied` once the original database file is no
 * longer needed. `missing` contains the files that the database lists and that do not exist.
 */
export async function makeBackup(input: CreateBackupInput, onCopied: () => void): Promise<BackupFile> {
  const { data, folder, small, about, file, passphrase } = input;
  const copy = join(folder, DATABASE);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  copyDatabase(input.database, copy);
  onCopied();
  const { audit, applianceid = about.applianceid, files: listed } = finish(copy, input.excludedFromBackups);
  const files = input.isDatabaseOnly ? [] : listed;
  const isThere = (name: string) => existsSync(join(data, name));
  const sources = [
    { name: DATABASE, path: copy },
    ...Object.entries(small).map(([name, text]) => ({ name, path: keep(join(folder, name), text) })),
    ...files.filter(isThere).map((name) => ({ name, path: join(data, name) })),
  ];
  const parts = await partsOf(sources);
  const tar = packArchive({ version, host: hostname(), ...about, applianceid, parts, audit }, sources);
  const written = await write(file, await compressAndEncrypt(tar, passphrase));
  return { ...written, missing: files.filter((name) => !isThere(name)) };
}

function copyDatabase({ handle, bytes }: CreateBackupInput['database'], to: string): void {
  const copy = openSync(to, 'wx', 0o600);
  const piece = Buffer.alloc(CHUNK_BYTES);
  const write = createSteadyWriter(copy);
  try {
    for (let at = 0; at < bytes; ) {
      const read = readSync(handle, piece, 0, Math.min(CHUNK_BYTES, bytes - at), at);
      if (read === 0) throw new Error('The database shrank during the copy.');
      write(piece.subarray(0, read));
      at += read;
    }
  } finally {
    closeSync(copy);
  }
}

/**
 * Turns the copy into a single file without a WAL and deletes the rows of excluded tables. Returns the data
 * for the manifest.
 */
function finish(copy: string, uncopied: readonly string[]) {
  const sqlite = runtime.openSqlite(copy);
  try {
    sqlite.ask('PRAGMA journal_mode = DELETE');
    sqlite.exec('PRAGMA synchronous = OFF');
    sqlite.exec('PRAGMA secure_delete = ON');
    for (const table of uncopied) sqlite.exec(`DELETE FROM ${table}`);
    return {
      audit: endOfLog(sqlite),
      applianceid: findApplianceId(sqlite),
      files: listFilesOf((sql) => sqlite.ask(sql)),
    };
  } finally {
    sqlite.close();
  }
}

/** Returns the ID of the appliance that a database belongs to; undefined for 0.1.0, which had none. */
export function findApplianceId(sqlite: Sqlite): string | undefined {
  const tables = sqlite.ask("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'appliance'");
  if (tables.length === 0) return undefined;
  return (sqlite.ask('SELECT applianceid FROM appliance') as { applianceid: string }[])[0]?.applianceid;
}

/** Returns the ID and the hash of the last row of the audit log; 0 and an empty hash without a row. */
export function endOfLog(sqlite: Sqlite): Manifest['audit'] {
  const [last] = sqlite.ask(
    'SELECT auditlogid AS rows, hash FROM auditlogs ORDER BY auditlogid DESC LIMIT 1',
  ) as Manifest['audit'][];
  return last ?? { rows: 0, hash: '' };
}

/** Returns the files that a database lists, as paths in the data directory. */
export const listFilesOf = (ask: (sql: string) => unknown[]): string[] =>
  (ask('SELECT area, filename FROM files ORDER BY fileid') as { area: string; filename: string }[]).map(
    ({ area, filename }) => `files/${area}/${filename}`,
  );

function keep(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

async function partsOf(sources: readonly BackupSource[]): Promise<BackupPart[]> {
  const parts: BackupPart[] = [];
  for (const source of sources) parts.push(await describePart(source));
  return parts;
}

async function write(file: string, content: Chunks) {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* countPieces() {
    for await (const piece of content) {
      bytes += piece.length;
      hash.update(piece);
      yield piece;
    }
  }
  await writeSteadily(file, countPieces());
  return { bytes, sha256: hash.digest('hex') };
}
