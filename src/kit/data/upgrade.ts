import { chownSync, copyFileSync, existsSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runtime, type Sqlite } from '#runtime';
import { formatMegabytes, replaceFile, syncFile, syncFolder } from '../on-disk.ts';
import { archiveDatabase, asidePathOf, listSetAsideDatabases, removeWal } from './archive-database.ts';
import { backupFolderPath, HEAD_FILE } from './copies.ts';
import { damagedDatabaseError, isDamageError } from './open.ts';
import { verifyForeignKeys } from './orphans.ts';

/** Beside a copy of the database: what its new columns, indexes and search texts take, as a multiple of its size. */
const GROWTH = 1;
/** Bytes beyond it, for a small database. */
const ROOM_AT_LEAST = 2 * 1024 * 1024;

/**
 * A point of an upgrade, in order: the copy is complete; one migration is applied to it, named `chain/id`; all are, and
 * the copy is verified; it has its final name; the previous database has been set aside; the new one is in place.
 */
export type UpgradeStep = 'copied' | `applied ${string}` | 'verified' | 'ready' | 'set aside' | 'in place';

/** Hears how an upgrade goes. */
export interface UpgradeListener {
  /** Called right after each step. An exception stops the upgrade there. */
  onStep?(step: UpgradeStep): void;
  /** Looks at a database that is there, before anything changes; what it throws stops the upgrade. */
  onOpen?(sqlite: Sqlite): void;
  /** Before the work begins. */
  onBegin?(steps: number, bytes: number): void;
  /** The database of before could not be put among the copies and lies in `file`; the next start tries again. */
  onArchiveFailed?(file: string, cause: unknown): void;
}

/**
 * An upgrade of the database at `path`, done on a copy. The copy is called `.migrating` while it is worked on and
 * `.migrated` once it is whole; the file of before steps aside as `.before-<time>` and is then put away among the
 * copies. A process that ends in between leaves the data of before or those of after, and the next start goes on.
 */
export class Upgrade {
  private readonly path: string;
  private readonly working: string;
  private readonly ready: string;
  private readonly folder: string;

  constructor(
    private readonly what: {
      path: string;
      /** The data directory, where the copies are kept. */
      data: string;
      /** Tables whose rows no copy keeps. */
      uncopied: readonly string[];
    },
    private readonly listener: UpgradeListener,
  ) {
    this.path = what.path;
    this.working = `${this.path}.migrating`;
    this.ready = `${this.path}.migrated`;
    this.folder = dirname(this.path);
  }

  /** Ends what a process that was killed left: the new file takes its place, or what is unfinished goes. */
  finishEarlier(): void {
    discard(this.working);
    if (existsSync(this.path)) discard(this.ready);
    else if (existsSync(this.ready)) this.takePlace();
    for (const aside of listSetAsideDatabases(this.path)) this.putAway(aside);
  }

  /** Makes the database where there is none. */
  make(change: (sqlite: Sqlite) => void): void {
    try {
      this.refuseOpen();
      this.work(change);
      removeWal(this.path);
      replaceFile(this.working, this.path);
      syncFolder(this.folder);
    } catch (cause) {
      discard(this.working);
      throw failure(cause, 'Nothing was kept of the new database.');
    }
  }

  /** Changes the database; answers the file that holds that of before. */
  run(now: Date, change: (sqlite: Sqlite) => void): string {
    let aside: string | undefined;
    try {
      const before = this.copy();
      this.reach('copied');
      this.work(change);
      this.reach('verified');
      if (this.state() !== before)
        throw new Error(`Another program wrote to ${this.path} meanwhile: close it and start again.`);
      replaceFile(this.working, this.ready);
      syncFolder(this.folder);
      this.reach('ready');
      aside = this.stepAside(now);
      this.reach('set aside');
      this.takePlace();
    } catch (cause) {
      if (aside && !existsSync(this.path)) replaceFile(aside, this.path);
      discard(this.working);
      discard(this.ready);
      if (isDamageError(deepest(cause))) throw damagedDatabaseError(this.path, deepest(cause));
      throw failure(
        cause,
        `The data were not touched: ${this.path} is as it was, and the previous version goes on working with it.`,
      );
    }
    this.reach('in place');
    return this.putAway(aside);
  }

  private reach(step: UpgradeStep): void {
    this.listener.onStep?.(step);
  }

  /** Answers the state of the file that was copied. */
  private copy(): string {
    this.refuseOpen();
    this.refuseFull();
    const before = this.state();
    copyFileSync(this.path, this.working);
    // Run by the administrator over the data of a service: the file stays the service's.
    const { uid, gid } = statSync(this.path);
    if (process.getuid?.() === 0) chownSync(this.working, uid, gid);
    return before;
  }

  /** Its log of writes was emptied into the file when the file was closed, unless somebody else has it open. */
  private refuseOpen(): void {
    const log = `${this.path}-wal`;
    if (existsSync(log) && statSync(log).size > 0)
      throw new Error(`Another program has ${this.path} open: close it and start again.`);
  }

  private refuseFull(): void {
    const { size } = statSync(this.path);
    const needed = size * (1 + GROWTH) + ROOM_AT_LEAST;
    const { bavail, bsize } = statfsSync(this.folder);
    if (bavail * bsize >= needed) return;
    throw new Error(
      `The upgrade needs ${formatMegabytes(needed)} of room in ${this.folder}, and ${formatMegabytes(bavail * bsize)} are free: free some space and start again.`,
    );
  }

  /** Nothing waits for the disk before the end: what is cut off in between is thrown away. */
  private work(change: (sqlite: Sqlite) => void): void {
    const sqlite = runtime.openSqlite(this.working);
    try {
      // All of it stands in the one file that is renamed: a log of writes would be left behind.
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

  /** Changes whenever somebody writes to the database. */
  private state(): string {
    const of = (file: string) => {
      if (!existsSync(file)) return 'none';
      const { size, mtimeMs, ino } = statSync(file);
      return `${size}/${mtimeMs}/${ino}`;
    };
    return `${of(this.path)} ${of(`${this.path}-wal`)}`;
  }

  /** With what says how far its audit log had come, so that the copy is whole. */
  private stepAside(now: Date): string {
    const aside = asidePathOf(this.path, now);
    const head = join(this.what.data, HEAD_FILE);
    if (existsSync(head)) copyFileSync(head, `${aside}.${HEAD_FILE}`);
    // Both are empty. Beside another file they would be taken for its own.
    removeWal(this.path);
    replaceFile(this.path, aside);
    syncFolder(this.folder);
    return aside;
  }

  private takePlace(): void {
    replaceFile(this.ready, this.path);
    syncFolder(this.folder);
  }

  /** What keeps it from its place now, such as a full disk, leaves it where it is until the next start. */
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

/** SQLite's own error, which a sentence of ours may stand around. */
const deepest = (cause: unknown): unknown =>
  cause instanceof Error && cause.cause !== undefined ? deepest(cause.cause) : cause;

function discard(file: string): void {
  removeWal(file);
  for (const suffix of ['', '-journal']) rmSync(`${file}${suffix}`, { force: true });
}
