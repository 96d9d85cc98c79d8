import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readlinkSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Sqlite } from '#runtime';
import { version } from '../version.ts';
import { formatPreviousCopyAdvice, formatRestoreAdvice } from './copies.ts';
import { openDatabaseFile, refuseDamagedFile } from './open.ts';
import { Upgrade, type UpgradeListener } from './upgrade.ts';

/**
 * A step of a chain, whose list determines the order. The ID never changes, nor does the text once it is
 * released.
 */
export interface Migration {
  id: string;
  sql: string;
}

interface AppliedMigration {
  chain: string;
  id: string;
  sha256: string;
}

export interface Chain {
  name: string;
  migrations: Migration[];
  /** Tables whose rows are excluded from copies. */
  excludedFromBackups?: string[];
}

/** A migration with the name of its chain. */
export interface MigrationStep {
  chain: string;
  migration: Migration;
}

/** An error for data that a newer version wrote. */
export class NewerSchemaError extends Error {}

export interface MigrationResult {
  /** The migrations that ran, as `chain/id`. */
  applied: string[];
  /** The file with the previous database. Undefined when no migration ran or there was no database. */
  previousFile?: string;
}

const sha256 = (text: string) => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');

const TABLE = `CREATE TABLE IF NOT EXISTS migrations (
  chain TEXT NOT NULL, id TEXT NOT NULL, sha256 TEXT NOT NULL, appliedat TEXT NOT NULL,
  PRIMARY KEY (chain, id)) STRICT, WITHOUT ROWID`;

const tables = (sqlite: Sqlite): string[] =>
  (sqlite.ask("SELECT name FROM sqlite_schema WHERE type = 'table'") as { name: string }[]).map(
    ({ name }) => name,
  );

function listApplied(sqlite: Sqlite): AppliedMigration[] {
  const isThere = tables(sqlite).includes('migrations');
  return isThere ? (sqlite.ask('SELECT chain, id, sha256 FROM migrations') as AppliedMigration[]) : [];
}

/**
 * Returns the migrations that the database at `path` still lacks. Throws a `NewerSchemaError` when it has had
 * one that this version does not know. Throws an Error when the text of an applied migration differs. `path`
 * is for the messages.
 */
export const listPendingMigrations = (
  sqlite: Sqlite,
  path: string,
  chains: readonly Chain[],
): MigrationStep[] => pendingAfter(listApplied(sqlite), path, chains);

/** Creates the table that records which migrations a database has had, unless it exists. */
export const beginMigrations = (sqlite: Sqlite): void => sqlite.exec(TABLE);

/**
 * Applies to an empty database the migrations that another database has had, which are all but those pending
 * there.
 */
export function repeatMigrations(
  sqlite: Sqlite,
  chains: readonly Chain[],
  pending: readonly MigrationStep[],
): void {
  const left = new Set(pending.map(({ migration }) => migration));
  for (const { name: chain, migrations } of chains)
    for (const migration of migrations.filter((one) => !left.has(one)))
      apply(sqlite, { chain, migration }, EPOCH);
}

const EPOCH = new Date(0);

function pendingAfter(
  applied: readonly AppliedMigration[],
  path: string,
  chains: readonly Chain[],
): MigrationStep[] {
  const left = new Map(applied.map((row) => [`${row.chain}/${row.id}`, row.sha256]));
  const pending: MigrationStep[] = [];
  for (const chain of chains) {
    for (const migration of chain.migrations) {
      const name = `${chain.name}/${migration.id}`;
      if (migration.id.length > 32) throw new Error(`The migration id ${name} is longer than 32 characters.`);
      const appliedHash = left.get(name);
      left.delete(name);
      if (appliedHash === undefined) pending.push({ chain: chain.name, migration });
      else if (appliedHash !== sha256(migration.sql)) {
        throw new Error(
          `Migration ${name} differs from the migration of the same name in this version. Use the version that created this database, or restore a backup.`,
        );
      }
    }
  }
  const [unknown] = left.keys();
  if (unknown !== undefined)
    throw new NewerSchemaError(
      `${path} is from a newer version. This version, ${version}, does not know its migration ${unknown}. Start the newer version again${formatPreviousCopyAdvice(path)}.`,
    );
  return pending;
}

/**
 * Migrates the database at `path` to this version, or creates it. A copy is migrated, verified and moved into
 * its place. The previous file goes to `backups/before-migration-*.db`, with its audit head and without the
 * rows of excluded tables. When the migration fails, the data stay as they were.
 *
 * Throws an Error with a message for the operator.
 */
export function migrate(
  path: string,
  chains: readonly Chain[],
  now: () => Date,
  listener: UpgradeListener = {},
): MigrationResult {
  const uncopied = chains.flatMap(({ excludedFromBackups = [] }) => excludedFromBackups);
  const upgrade = new Upgrade({ path: resolveLink(path), data: dirname(path), uncopied }, listener);
  upgrade.finishEarlier();
  const { isNew, pending } = look(path, chains, listener);
  if (pending.length === 0) return { applied: [] };
  listener.onBegin?.(pending.length, isNew ? 0 : statSync(path).size);
  const applied = pending.map(({ chain, migration }) => `${chain}/${migration.id}`);
  const change = (sqlite: Sqlite) => {
    beginMigrations(sqlite);
    for (const step of pending) {
      apply(sqlite, step, now());
      listener.onStep?.(`applied ${step.chain}/${step.migration.id}`);
    }
  };
  if (!isNew) return { applied, previousFile: upgrade.run(now(), change) };
  upgrade.make(change);
  return { applied };
}

/** Follows symbolic links, so that a database which an operator stores on another disk stays there. */
const resolveLink = (path: string): string =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
    ? resolveLink(resolve(dirname(path), readlinkSync(path)))
    : path;

/** Opens the file, lists the pending migrations, and closes it again. */
function look(
  path: string,
  chains: readonly Chain[],
  listener: UpgradeListener,
): { isNew: boolean; pending: MigrationStep[] } {
  refuseDamagedFile(path);
  if (!existsSync(path)) return { isNew: true, pending: pendingAfter([], path, chains) };
  const sqlite = openDatabaseFile(path);
  try {
    const applied = listApplied(sqlite);
    const isNew = applied.length === 0;
    if (isNew && tables(sqlite).some((name) => name !== 'migrations'))
      throw new Error(`${path} is not a Millwright database. ${formatRestoreAdvice(path)}`);
    const pending = pendingAfter(applied, path, chains);
    if (!isNew) listener.onOpen?.(sqlite);
    // The checkpoint puts all pages into the one file, even if another program has the database open.
    if (pending.length > 0) sqlite.ask('PRAGMA wal_checkpoint(TRUNCATE)');
    return { isNew, pending };
  } finally {
    sqlite.close();
  }
}

function apply(sqlite: Sqlite, { chain, migration }: MigrationStep, now: Date): void {
  try {
    sqlite.exec('BEGIN');
    sqlite.exec(migration.sql);
    sqlite.ask(
      'INSERT INTO migrations (chain, id, sha256, appliedat) VALUES (?, ?, ?, ?)',
      ...[chain, migration.id, sha256(migration.sql), now.toISOString()],
    );
    sqlite.exec('COMMIT');
  } catch (cause) {
    throw new Error(
      `Migration ${chain}/${migration.id} failed: ${cause instanceof Error ? cause.message : cause}.`,
      { cause },
    );
  }
}
