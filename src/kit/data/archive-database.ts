import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { replaceFile, replaceWithCopy } from '../on-disk.ts';
import { HEAD_FILE } from './copies.ts';
import { openDatabaseFile } from './open.ts';

const ARCHIVE_SUFFIX = '.before-';

/**
 * Returns the path to which the database at `path` is renamed when it is replaced at `now`. It stays there
 * until it is moved to `backups/`.
 */
export const asidePathOf = (path: string, now: Date): string =>
  `${path}${ARCHIVE_SUFFIX}${now.toISOString().replace(/[:.]/g, '-')}`;

/**
 * Returns the paths of the replaced databases that are still next to the database at `path`, because they
 * were not yet moved to the copies.
 */
export function listSetAsideDatabases(path: string): string[] {
  const folder = dirname(path);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(basename(path) + ARCHIVE_SUFFIX) && name.endsWith('Z'))
    .map((name) => join(folder, name));
}

/**
 * Deletes the write-ahead log of a database. Changes that no checkpoint has moved to the database are lost.
 */
export function removeWal(database: string): void {
  for (const suffix of ['-wal', '-shm']) rmSync(database + suffix, { force: true });
}

interface Shelf {
  /** The path of the database that replaced the previous one. */
  path: string;
  /** The folder of the copies. */
  folder: string;
  /** Tables whose rows are excluded from copies. */
  uncopied: readonly string[];
}

/**
 * Moves the previous database, which is at `aside`, to the copies as `before-migration-<time>.db` and returns
 * its new path. Deletes the rows of the excluded tables before. Throws an Error while another program uses
 * the file.
 */
export function archiveDatabase(aside: string, { path, folder, uncopied }: Shelf): string {
  emptyTables(aside, uncopied);
  removeWal(aside);
  mkdirSync(folder, { recursive: true });
  const copy = join(folder, `before-migration-${aside.slice(path.length + ARCHIVE_SUFFIX.length)}`);
  // The database moves last, so that it is never among the copies without its audit head.
  if (existsSync(`${aside}.${HEAD_FILE}`)) move(`${aside}.${HEAD_FILE}`, `${copy}.${HEAD_FILE}`);
  move(aside, `${copy}.db`);
  return `${copy}.db`;
}

function emptyTables(file: string, names: readonly string[]): void {
  const copy = openDatabaseFile(file);
  try {
    for (const name of names)
      if (copy.ask("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", name).length > 0)
        copy.exec(`DELETE FROM ${name}`);
    // The checkpoint leaves one file without a write-ahead log.
    const [{ busy }] = copy.ask('PRAGMA wal_checkpoint(TRUNCATE)') as [{ busy: number }];
    if (busy !== 0) throw new Error(`Another program uses ${file}.`);
  } finally {
    copy.close();
  }
}

/**
 * Moves a file, also to another disk. There the file is copied under a temporary name and gets its final name
 * only once it is complete.
 */
function move(from: string, to: string): void {
  try {
    replaceFile(from, to);
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'EXDEV') throw cause;
    replaceWithCopy(from, to);
    rmSync(from);
  }
}
