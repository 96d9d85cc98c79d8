import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { runtime, type Sqlite } from '#runtime';
import { formatRestoreAdvice } from './copies.ts';

/** The time in milliseconds that a statement waits while another program locks the database. */
export const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens and configures the database file, and creates a missing one. Throws an Error with advice for the
 * operator when the file is damaged; any other error is passed on. Commands of the program call
 * `refuseDamagedFile` before.
 */
export function openDatabaseFile(path: string): Sqlite {
  const sqlite = runtime.openSqlite(path);
  try {
    configure(sqlite);
    return sqlite;
  } catch (cause) {
    sqlite.close();
    throw isDamageError(cause) ? damagedDatabaseError(path, cause) : cause;
  }
}

/** Returns an error with the message of SQLite about an unreadable file and advice for the operator. */
export const damagedDatabaseError = (path: string, cause: unknown): Error =>
  new Error(
    `${path} is damaged (${cause instanceof Error ? cause.message : cause}). ${formatRestoreAdvice(path)}`,
    { cause },
  );

const DAMAGE_CODES = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB']);

/** Reports whether SQLite considers the file itself damaged. */
export const isDamageError = (cause: unknown): boolean =>
  DAMAGE_CODES.has(String((cause as { code?: unknown }).code));

function configure(sqlite: Sqlite): void {
  // The timeout for locks comes first, because another program may be closing the file at this moment.
  sqlite.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  sqlite.exec('PRAGMA journal_mode = WAL');
  // FULL ensures that a change reported as saved survives a power failure. `writeUnaudited` uses NORMAL for
  // its own transactions.
  sqlite.exec('PRAGMA synchronous = FULL');
  // The unit is pages (8 MB in total). Most pages in the log are those that every write changes, so one
  // checkpoint copies them once for many writes.
  sqlite.exec('PRAGMA wal_autocheckpoint = 2000');
  // The unit is bytes (64 MB). A log that grew beyond this size is truncated to it at the next reset.
  sqlite.exec('PRAGMA journal_size_limit = 67108864');
  sqlite.exec('PRAGMA foreign_keys = ON');
  sqlite.exec('PRAGMA secure_delete = ON');
  sqlite.exec('PRAGMA temp_store = MEMORY');
  sqlite.exec('PRAGMA cache_size = -16000');
  // Reading the list of tables makes a damaged one fail here and not during later work.
  sqlite.ask('SELECT count(*) FROM sqlite_schema');
}

/**
 * Throws an Error with advice for the operator when the file is truncated or is no SQLite database, because
 * SQLite would write to it. A missing or empty file passes, and one with a write-ahead log is not checked for
 * truncation. Must not run while this process has the database open. Closing any handle of a file releases
 * every lock of the process on it. The next program to open the database would then remove its write-ahead
 * log.
 */
export function refuseDamagedFile(path: string): void {
  if (!existsSync(path) || statSync(path).size === 0) return;
  const header = Buffer.alloc(100);
  const handle = openSync(path, 'r');
  try {
    readSync(handle, header, 0, 100, 0);
  } finally {
    closeSync(handle);
  }
  if (header.toString('latin1', 0, 15) !== 'SQLite format 3') {
    throw new Error(`${path} is not a Millwright database. ${formatRestoreAdvice(path)}`);
  }
  const pageSize = header.readUInt16BE(16) === 1 ? 65536 : header.readUInt16BE(16);
  const pages = header.readUInt32BE(28);
  // With a write-ahead log, some pages may be in the log only. Without one, the file must be complete.
  if (!existsSync(`${path}-wal`) && statSync(path).size < pages * pageSize) {
    throw new Error(`${path} is truncated. ${formatRestoreAdvice(path)}`);
  }
}
