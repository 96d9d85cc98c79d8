import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runtime, type Sqlite } from '#runtime';
import { readPruneDate, verifyAuditHead } from '../audit/head.ts';
import { verifyAuditChain } from '../audit/verify.ts';
import { Moment } from '../clock.ts';
import { backupFolderPath } from '../data/copies.ts';
import { migrate, NewerSchemaError } from '../data/migrate.ts';
import { verifyForeignKeys } from '../data/orphans.ts';
import { Reader } from '../data/reader.ts';
import { Statements } from '../data/statements.ts';
import { errorMessageOf } from '../error-message.ts';
import { openSecrets } from '../secrets.ts';
import { version } from '../version.ts';
import { BackupError } from './backup-error.ts';
import { DATABASE, type Manifest } from './manifest.ts';
import { newerBackupError } from './newer-backup.ts';
import type { OwnVersion } from './own-version.ts';
import { verifyDatabaseSchema } from './verify-database-schema.ts';

/**
 * Verifies a single database file, as upgrades of older versions left it. Returns error messages; empty when
 * it is valid.
 */
export const verifyDatabaseFile = (path: string, own: OwnVersion): string[] =>
  withDatabase(path, (sqlite) => {
    const foreign = shapeProblems(
      sqlite,
      { path, own },
      `The database is from a newer version than this one, ${version}.`,
    );
    return foreign ?? brokenPages(sqlite);
  });

/**
 * Verifies the database of an unpacked backup: its schema, its pages, and that its audit log ends as the
 * manifest states. Returns error messages; empty when it is valid.
 */
export function verifyUnpackedDatabase(
  folder: string,
  manifest: Manifest,
  own: OwnVersion,
  at: Date,
): string[] {
  const path = join(folder, DATABASE);
  return withDatabase(path, (sqlite) => {
    const foreign = shapeProblems(sqlite, { path, own }, newerBackupError(manifest.version).message);
    if (foreign) return foreign;
    const broken = brokenPages(sqlite);
    return broken.length > 0 ? broken : endProblems(sqlite, manifest, at);
  });
}

/**
 * Migrates the unpacked database, which needs the keys beside it, and verifies its whole audit log. The
 * statements of this version cannot read older logs. The triggers of the log were verified with the whole
 * schema. Returns the fault in the audit log, if any. Throws a `BackupError` when the migration fails or the
 * keys are damaged.
 */
export function migrateAndVerifyDatabase(folder: string, own: OwnVersion, at: Date): string[] {
  const path = join(folder, DATABASE);
  bringUpToDate(path, own, at);
  rmSync(backupFolderPath(folder), { recursive: true, force: true });
  const secrets = secretsIn(folder);
  return withDatabase(path, (sqlite) => {
    const reader = readerOf(sqlite, at);
    const fault =
      verifyAuditChain(reader, secrets.auditKey, readPruneDate(folder, secrets.auditKey)) ??
      verifyAuditHead(reader, secrets, folder);
    return fault === undefined ? [] : [`Verification of the audit log failed: ${fault}`];
  });
}

function bringUpToDate(path: string, { chains }: OwnVersion, at: Date): void {
  try {
    migrate(path, chains, () => at);
  } catch (cause) {
    // The text around the reason is advice for an appliance that starts.
    const { message, cause: reason } = cause as Error;
    throw new BackupError(
      `The database cannot be migrated: ${reason instanceof Error ? reason.message : message}`,
      { cause },
    );
  }
}

function withDatabase(path: string, look: (sqlite: Sqlite) => string[]): string[] {
  const sqlite = runtime.openSqlite(path);
  try {
    return look(sqlite);
  } catch (cause) {
    if (cause instanceof BackupError) return [cause.message];
    const reason = errorMessageOf(cause);
    return [`The database cannot be read: ${reason.replace(/\.$/, '')}.`];
  } finally {
    sqlite.close();
  }
}

/**
 * Returns the problems of the schema; undefined when it is what its version creates. Only then may its rows
 * be read.
 */
function shapeProblems(
  sqlite: Sqlite,
  { path, own }: { path: string; own: OwnVersion },
  newer: string,
): string[] | undefined {
  try {
    const fault = verifyDatabaseSchema(sqlite, path, own.chains);
    return fault === undefined ? undefined : [fault];
  } catch (cause) {
    if (cause instanceof NewerSchemaError) return [newer];
    throw cause;
  }
}

/** Returns one error message about damaged pages, or else one about references to missing rows. */
function brokenPages(sqlite: Sqlite): string[] {
  const [found] = sqlite.ask('PRAGMA integrity_check(1)') as { integrity_check: string }[];
  const text = found?.integrity_check ?? '';
  if (text === 'ok') return [verifyForeignKeys(sqlite) ?? []].flat();
  return [`The database is damaged: ${firstFault(text)}.`];
}

/**
 * Returns the first fault of a text of SQLite, in one line. A heading may precede it, and other faults may
 * follow.
 */
const firstFault = (text: string): string => {
  const lines = text.split(/\s*\n\s*/).filter(Boolean);
  const first = lines.find((line) => !line.startsWith('***')) ?? 'the check could not read it';
  return first.replace(/\.$/, '');
};

const readerOf = (sqlite: Sqlite, at: Date) => new Reader(new Statements(sqlite), () => new Moment(at));

/** Verifies only the end of the audit log. A database-only backup lacks the keys of the chain. */
function endProblems(sqlite: Sqlite, { audit }: Manifest, at: Date): string[] {
  const reader = readerOf(sqlite, at);
  const end = reader.get<{ hash: string }>('SELECT hash FROM auditlogs WHERE auditlogid = ?', audit.rows);
  if ((end?.hash ?? '') !== audit.hash) return ['The end of the audit log does not match the manifest.'];
  return [];
}

/**
 * Opens the keys in the folder. Throws a `BackupError` when they are damaged, because the advice of the
 * original error is for an appliance that starts.
 */
function secretsIn(folder: string) {
  try {
    return openSecrets(folder);
  } catch (cause) {
    throw new BackupError('Its keys, secrets.json, are damaged.', { cause });
  }
}
