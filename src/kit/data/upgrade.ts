import { chownSync, copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runtime, type Sqlite } from '#runtime';
import { checkSpace } from '../disk-space.ts';
import { formatMegabytes, replaceFile, syncFile, syncFolder } from '../on-disk.ts';
import { archiveDatabase, asidePathOf, listSetAsideDatabases, removeWal } from './archive-database.ts';
import { backupFolderPath, HEAD_FILE } from './copies.ts';
import { damagedDatabaseError, isDamageError } from './open.ts';
import { verifyForeignKeys } from './orphans.ts';

/**
 * The growth of the copied database through new columns, indexes and search texts, as a multiple of its size.
 */
const GROWTH = 1;
/** Additional bytes, which matter for a small database. */
const RESERVE_BYTES = 2 * 1024 * 1024;

/**
 * A step of an upgrade, in this order:
 *
 * - `copied`: the copy is complete.
 * - `applied chain/id`: a migration was applied to the copy; one step for each migration.
 * - `verified`: all migrations were applied, and the copy was verified.
 * - `ready`: the copy has its final name.
 * - `set aside`: the previous database was renamed.
 * - `in place`: the new database replaced it.
 */
export type UpgradeStep = 'copied' | `applied ${string}` | 'verified' | 'ready' | 'set aside' | 'in place';

/** Callbacks on the progress of an upgrade. */
export interface UpgradeListener {
  /** Called right after each step. An exception stops the upgrade there. */
  onStep?(step: UpgradeStep): void;
  /** Inspects an existing database before anything changes. An exception stops the upgrade. */
  onOpen?(sqlite: Sqlite): void;
  /**
   * Called before the work begins, with the number of migrations and the size of the existing database; 0
   * without one.
   */
  onBegin?(steps: number, bytes: number): void;
  /**
   * Called when the previous database could not be moved to the copies. It stays in `file`, and the next
   * start tries again.
   */
  onArchiveFailed?(file: string, cause: unknown): void;
}

/**
 * An upgrade of the database at `path`, which works on a copy. The copy is called `.migrating` during the
 * work and `.migrated` once it is complete. The previous file is set aside as `.before-<time>` and later
 * moved to the copies. If the process ends in between, the data are either the previous or the new ones, and
 * the next start finishes or discards the upgrade.
 */
export class Upgrade {
  private readonly path: string;
  private readonly working: string;
  private readonly ready: string;
  private readonly folder: string;

  constructor(
    private readonly what: {
      path: string;
      /** The data directory, which contains the folder of the copies. */
      data: string;
      /** Tables whose rows are excluded from copies. */
      uncopied: readonly string[];
    },
    private readonly listener: UpgradeListener,
  ) {
    this.path = what.path;
    this.working = `${this.path}.migrating`;
    this.ready = `${this.path}.migrated`;
    this.folder = dirname(this.path);
  }

  /**
   * Finishes or discards the upgrade of a process that was killed. A complete new file becomes the database
   * if the previous one was set aside already; otherwise new files are deleted. Moves databases that were set
   * aside to the copies.
   */
  finishEarlier(): void {
    discard(this.working);
    if (existsSync(this.path)) discard(this.ready);
    else if (existsSync(this.ready)) this.takePlace();
    for (const aside of listSetAsideDatabases(this.path)) this.putAway(aside);
  }

  /**
   * Creates a database where none exists. When that fails, deletes the incomplete file and throws an Error.
   */
  make(change: (sqlite: Sqlite) => void): void {
    try {
      this.refuseOpen();
      this.changeDatabase(change);
      removeWal(this.path);
      replaceFile(this.working, this.path);
      syncFolder(this.folder);
    } catch (cause) {
      discard(this.working);
      throw failure(cause, 'The new database was removed.');
    }
  }

  /**
   * Upgrades the database. Returns the path of the previous one, which is set aside if it could not be moved
   * to the copies. Throws an Error when the upgrade fails; the data are then unchanged.
   */
  run(now: Date, change: (sqlite: Sqlite) => void): string {
    let aside: string | undefined;
    try {
      const before = this.copy();
      this.reportStep('copied');
      this.changeDatabase(change);
      this.reportStep('verified');
      if (this.state() !== before)
        throw new Error(
          `Another program wrote to ${this.path} during the upgrade. Close it and start again.`,
        );
      replaceFile(this.working, this.ready);
      syncFolder(this.folder);
      this.reportStep('ready');
      aside = this.stepAside(now);
      this.reportStep('set aside');
      this.takePlace();
    } catch (cause) {
      if (aside && !existsSync(this.path)) replaceFile(aside, this.path);
      discard(this.working);
      discard(this.ready);
      if (isDamageError(innermostCause(cause))) throw damagedDatabaseError(this.path, innermostCause(cause));
      throw failure(
        cause,
        `The data in ${this.path} are unchanged, and the previous version still works with them.`,
      );
    }
    this.reportStep('in place');
    return this.putAway(aside);
  }

  private reportStep(step: UpgradeStep): void {
    this.listener.onStep?.(step);
  }

  /** Copies the database. Returns the state of the file at that time. */
  private copy(): string {
    this.refuseOpen();
    this.refuseFull();
    const before = this.state();
    copyFileSync(this.path, this.working);
    // If root runs this on the data of a service, the file still belongs to the service.
    const { uid, gid } = statSync(this.path);
    if (process.getuid?.() === 0) chownSync(this.working, uid, gid);
    return before;
  }

  /**
   * Throws an Error when another program has the database open. SQLite checkpoints the write-ahead log when
   * the last connection closes, so a log with content proves an open connection.
   */
  private refuseOpen(): void {
    const log = `${this.path}-wal`;
    if (existsSync(log) && statSync(log).size > 0)
      throw new Error(`Another program has ${this.path} open. Close it and start again.`);
  }

  private refuseFull(): void {
    const { size } = statSync(this.path);
    const needed = size * (1 + GROWTH) + RESERVE_BYTES;
    const { missing, freebytes } = checkSpace(this.folder, needed, 'attended');
    if (missing === 0) return;
    throw new Error(
      `The upgrade needs ${formatMegabytes(needed)} of disk space in ${this.folder}, but only ${formatMegabytes(freebytes)} are free. Free some space and start again.`,
    );
  }

  /**
   * Applies `change` to the copy without waiting for the disk in between, because an interrupted copy is
   * discarded anyway.
   */
  private changeDatabase(change: (sqlite: Sqlite) => void): void {
    const sqlite = runtime.openSqlite(this.working);
    try {
      // All pages must be in the one file that is renamed. A write-ahead log would be left behind.
      sqlite.ask('PRAGMA journal_mode = TRUNCATE');
      sqlite.exec('PRAGMA synchronous = OFF');
      sqlite.exec('PRAGMA temp_store = MEMORY');
      sqlite.exec('PRAGMA foreign_keys = ON');
      sqlite.exec('PRAGMA secure_delete = ON');
      sqlite.exec('PRAGMA cache_size = -64000');
      change(sqlite);
      refuseBroken(sqlite);
    } finally {
      sqlite.close();
    }
    if (existsSync(`${this.working}-wal`)) throw new Error(`${this.working} could not be closed.`);
    rmSync(`${this.working}-journal`, { force: true });
    syncFile(this.working);
  }

  /** Returns a value that changes with each write to the database. */
  private state(): string {
    const of = (file: string) => {
      if (!existsSync(file)) return 'none';
      const { size, mtimeMs, ino } = statSync(file);
      return `${size}/${mtimeMs}/${ino}`;
    };
    return `${of(this.path)} ${of(`${this.path}-wal`)}`;
  }

  /** Renames the previous database. Copies its audit head with it, so that the copy is complete. */
  private stepAside(now: Date): string {
    const aside = asidePathOf(this.path, now);
    const head = join(this.what.data, HEAD_FILE);
    if (existsSync(head)) copyFileSync(head, `${aside}.${HEAD_FILE}`);
    // The `-wal` and `-shm` files contain no data. Next to another database, SQLite would use them as its own.
    removeWal(this.path);
    replaceFile(this.path, aside);
    syncFolder(this.folder);
    return aside;
  }

  private takePlace(): void {
    replaceFile(this.ready, this.path);
    syncFolder(this.folder);
  }

  /**
   * Moves the previous database to the copies. If that fails, for example on a full disk, the file stays
   * until the next start.
   */
  private putAway(aside: string): string {
    try {
      return archiveDatabase(aside, { ...this.what, folder: backupFolderPath(this.what.data) });
    } catch (cause) {
      this.listener.onArchiveFailed?.(aside, cause);
      return aside;
    }
  }
}

const failure = (cause: unknown, outcome: string): Error =>
  new Error(`${cause instanceof Error ? cause.message : cause} ${outcome}`, { cause });

function refuseBroken(sqlite: Sqlite): void {
  const [found] = sqlite.ask('PRAGMA quick_check(1)') as { quick_check: string }[];
  if (found?.quick_check !== 'ok')
    throw Object.assign(new Error(String(found?.quick_check).replaceAll(/\s+/g, ' ')), {
      code: 'SQLITE_CORRUPT',
    });
  const orphans = verifyForeignKeys(sqlite);
  if (orphans !== undefined) throw new Error(orphans);
}

/** Returns the innermost cause: the error of SQLite behind any errors that wrap it. */
const innermostCause = (cause: unknown): unknown =>
  cause instanceof Error && cause.cause !== undefined ? innermostCause(cause.cause) : cause;

function discard(file: string): void {
  removeWal(file);
  for (const suffix of ['', '-journal']) rmSync(`${file}${suffix}`, { force: true });
}
