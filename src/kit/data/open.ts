import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { runtime, type Sqlite } from '#runtime';
import { formatRestoreAdvice } from './copies.ts';

/** How long a statement waits for another program that has the database. */
export const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens the database file and sets how it behaves. Throws an Error whose message says what is wrong with the file and
 * what to do. Each command of the program asks `refuseDamagedFile` first, once.
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

/** SQLite's own word for a file that it cannot read, as an error that says what to do. */
export const damagedDatabaseError = (path: string, cause: unknown): Error =>
  new Error(
    `${path} is damaged (${cause instanceof Error ? cause.message : cause}). ${formatRestoreAdvice(path)}`,
    { cause },
  );

const DAMAGE = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB']);

/** Whether SQLite says that the file itself is broken. */
export const isDamageError = (cause: unknown): boolean =>
  DAMAGE.has(String((cause as { code?: unknown }).code));

function configure(sqlite: Sqlite): void {
  // First: the other program that has the file open may be closing it just now.
  sqlite.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  sqlite.exec('PRAGMA journal_mode = WAL');
  // FULL: whoever was told "saved" finds it after a power cut. Chatter lowers it for its own transactions only.
  sqlite.exec('PRAGMA synchronous = FULL');
  // Pages (8 MB): most pages of the log are those that every write touches, and are copied once for many of them.
  sqlite.exec('PRAGMA wal_autocheckpoint = 2000');
  // Bytes that the log keeps of the disk after it was longer for a while.
  sqlite.exec('PRAGMA journal_size_limit = 67108864');
  sqlite.exec('PRAGMA foreign_keys = ON');
  sqlite.exec('PRAGMA secure_delete = ON');
  sqlite.exec('PRAGMA temp_store = MEMORY');
  sqlite.exec('PRAGMA cache_size = -16000');
  // Reads the list of tables, so that a damaged one is met here and not in the middle of something.
  sqlite.ask('SELECT count(*) FROM sqlite_schema');
}

/**
 * Throws an Error that says what to do for a truncated or foreign file, which SQLite would write to. Never while this
 * process has the database open: closing a file gives up every lock that the process holds on it, and the next program
 * that opens the database would take its log of writes away.
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
  // With a write-ahead log beside it, pages may still wait there; without one, the file must be whole.
  if (!existsSync(`${path}-wal`) && statSync(path).size < pages * pageSize) {
    throw new Error(`${path} is truncated. ${formatRestoreAdvice(path)}`);
  }
}
