import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { replaceFile, syncFile } from '../on-disk.ts';
import { HEAD_FILE } from './copies.ts';
import { openDatabaseFile } from './open.ts';

const ASIDE = '.before-';

/** What the database at `path` is called once a newer one takes its place, and until it lies among the copies. */
export const asidePathOf = (path: string, now: Date): string =>
  `${path}${ASIDE}${now.toISOString().replace(/[:.]/g, '-')}`;

/** The databases beside the one at `path` that stepped aside and lie there still. */
export function listSetAsideDatabases(path: string): string[] {
  const folder = dirname(path);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(basename(path) + ASIDE) && name.endsWith('Z'))
    .map((name) => join(folder, name));
}

/** Takes away the log of writes beside a database, which was emptied into it. */
export function removeWal(database: string): void {
  for (const suffix of ['-wal', '-shm']) rmSync(database + suffix, { force: true });
}

interface Shelf {
  /** Of the database that took its place. */
  path: string;
  /** Where the copies lie. */
  folder: string;
  /** Tables whose rows no copy keeps. */
  uncopied: readonly string[];
}

/** Puts the database that stepped aside among the copies, as `before-migration-<time>.db`; answers where it lies then. */
export function archiveDatabase(aside: string, { path, folder, uncopied }: Shelf): string {
  emptyTables(aside, uncopied);
  removeWal(aside);
  mkdirSync(folder, { recursive: true });
  const copy = join(folder, `before-migration-${aside.slice(path.length + ASIDE.length)}`);
  // The file comes last: where it lies, all that belongs to it does.
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
    // One file, without a log of writes beside it.
    const [{ busy }] = copy.ask('PRAGMA wal_checkpoint(TRUNCATE)') as [{ busy: number }];
    if (busy !== 0) throw new Error(`Another program reads ${file}.`);
  } finally {
    copy.close();
  }
}

/** Another disk is reached by a copy alone, which has its name only once it is whole. */
function move(from: string, to: string): void {
  try {
    replaceFile(from, to);
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'EXDEV') throw cause;
    copyFileSync(from, `${to}.tmp`);
    syncFile(`${to}.tmp`);
    replaceFile(`${to}.tmp`, to);
    rmSync(from);
  }
}
