import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Sqlite } from '#runtime';
import { openSqlite } from './open.ts';

/** One step of a chain. The id orders it and never changes; nor does the text once it is released. */
export interface Migration {
  id: string;
  sql: string;
}

interface Applied {
  chain: string;
  id: string;
  sha256: string;
}

export interface Chain {
  name: string;
  migrations: Migration[];
  /** Tables whose rows no copy keeps. */
  uncopied?: string[];
}

const sha256 = (text: string) => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');

/** The migrations that have not run yet. Throws when one that has run differs from the text here. */
export function pendingMigrations(
  sqlite: Sqlite,
  chains: Chain[],
): { chain: string; migration: Migration }[] {
  sqlite.exec(`CREATE TABLE IF NOT EXISTS migrations (
    chain TEXT NOT NULL, id TEXT NOT NULL, sha256 TEXT NOT NULL, appliedat TEXT NOT NULL,
    PRIMARY KEY (chain, id)) STRICT, WITHOUT ROWID`);
  const rows = sqlite.prepare('SELECT chain, id, sha256 FROM migrations').all() as Applied[];
  const applied = new Map(rows.map((row) => [`${row.chain}/${row.id}`, row.sha256]));
  const pending = [];
  for (const chain of chains) {
    for (const migration of chain.migrations) {
      const name = `${chain.name}/${migration.id}`;
      const known = applied.get(name);
      if (migration.id.length > 32) throw new Error(`The migration id ${name} is longer than 32 characters.`);
      if (known === undefined) pending.push({ chain: chain.name, migration });
      else if (known !== sha256(migration.sql)) {
        throw new Error(
          `Migration ${name} was applied with another text than this version holds. Use the version that made this database, or restore a backup.`,
        );
      }
    }
  }
  return pending;
}

/**
 * Brings the database at `path` up to date. A database that already holds data is first copied to
 * `backups/before-migration-*.db`; when a step fails, that copy is put back and the error says so. With the copy goes
 * the file beside the database that says how far its audit log had come. Once it is not needed any more, the copy loses
 * what no copy keeps.
 */
export function migrate(
  open: () => Sqlite,
  path: string,
  chains: Chain[],
  now: () => Date,
): { applied: string[] } {
  const sqlite = open();
  const pending = pendingMigrations(sqlite, chains);
  if (pending.length === 0) {
    sqlite.close();
    return { applied: [] };
  }
  const snapshot = hasData(sqlite) ? takeSnapshot(sqlite, path, now()) : undefined;
  try {
    for (const { chain, migration } of pending) apply(sqlite, chain, migration, now());
    sqlite.close();
    return { applied: pending.map(({ chain, migration }) => `${chain}/${migration.id}`) };
  } catch (cause) {
    sqlite.close();
    if (snapshot) putBack(snapshot, path);
    const outcome = snapshot
      ? 'The database was put back as it was before; start the previous version to go on working.'
      : 'Nothing was kept of the new database.';
    if (!snapshot) for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
    throw new Error(`${cause instanceof Error ? cause.message : cause} ${outcome}`, { cause });
  } finally {
    if (snapshot) emptyUncopied(snapshot, chains);
  }
}

function apply(sqlite: Sqlite, chain: string, migration: Migration, now: Date): void {
  sqlite.exec('BEGIN IMMEDIATE');
  try {
    sqlite.exec(migration.sql);
    sqlite
      .prepare('INSERT INTO migrations (chain, id, sha256, appliedat) VALUES (?, ?, ?, ?)')
      .run(chain, migration.id, sha256(migration.sql), now.toISOString());
    sqlite.exec('COMMIT');
  } catch (cause) {
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
    throw new Error(
      `Migration ${chain}/${migration.id} failed: ${cause instanceof Error ? cause.message : cause}.`,
      { cause },
    );
  }
}

/** `kit/audit/head.ts` writes it. */
export const HEAD_FILE = 'audit-head.json';

const hasData = (sqlite: Sqlite): boolean =>
  (sqlite.prepare('SELECT count(*) AS n FROM migrations').get() as { n: number }).n > 0;

function takeSnapshot(sqlite: Sqlite, path: string, now: Date): string {
  const folder = join(dirname(path), 'backups');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `before-migration-${now.toISOString().replace(/[:.]/g, '-')}.db`);
  sqlite.prepare('VACUUM INTO ?').run(file);
  const head = join(dirname(path), HEAD_FILE);
  if (existsSync(head)) copyFileSync(head, file.replace(/\.db$/, `.${HEAD_FILE}`));
  return file;
}

/** Overwrites the rows that are not to be kept, and leaves a copy that is one file. */
function emptyUncopied(snapshot: string, chains: Chain[]): void {
  const names = chains.flatMap(({ uncopied = [] }) => uncopied);
  if (names.length === 0) return;
  const copy = openSqlite(snapshot);
  try {
    const isThere = copy.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE type = 'table' AND name = ?");
    for (const name of names)
      if ((isThere.get(name) as { n: number }).n > 0) copy.exec(`DELETE FROM ${name}`);
    copy.exec('PRAGMA journal_mode = DELETE');
  } finally {
    copy.close();
  }
}

function putBack(snapshot: string, path: string): void {
  for (const suffix of ['-wal', '-shm']) if (existsSync(path + suffix)) rmSync(path + suffix);
  copyFileSync(snapshot, `${path}.restoring`);
  renameSync(`${path}.restoring`, path);
}
