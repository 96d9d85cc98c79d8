// Long: the state of the open commit group is private to one class.
import { closeSync, fstatSync, openSync } from 'node:fs';
import type { Sqlite } from '#runtime';
import { type Clock, Moment } from '../clock.ts';
import { SerialQueue } from '../serial-queue.ts';
import { refuseInvalidAction } from './action-name.ts';
import { CommitGroup } from './commit-group.ts';
import { isBusy, toUserError } from './disk-errors.ts';
import { enforceInvariants, type Invariant } from './invariant.ts';
import { BUSY_TIMEOUT_MS } from './open.ts';
import { type CachedResult, QueryCache } from './query-cache.ts';
import { Reader, type Value } from './reader.ts';
import { RowLockTable } from './row-locks.ts';
import { Schema } from './schema.ts';
import { Snapshot } from './snapshot.ts';
import { Snapshots } from './snapshots.ts';
import { type StatementListener, Statements } from './statements.ts';
import { type AuditRef, createSystemContext, type DomainEvent, Tx, type WriteContext } from './tx.ts';

/**
 * The maximum number of transactions in one commit: enough for the usual number of concurrent callers, few
 * enough to be lost together.
 */
const MAX_GROUP_SIZE = 64;
/** The maximum time that a group waits for more transactions. */
const LONGEST_OPEN_MS = 10;

/** Rejects asynchronous work at compile time. Its later steps would run outside the transaction. */
export type Sync<T> = T extends PromiseLike<unknown> ? never : unknown;

export interface TransactionResult<T> {
  value: T;
  audit: AuditRef | undefined;
}

/** The database file while it does not change. */
export interface FrozenFile {
  handle: number;
  bytes: number;
  /** Allows changes to the file again. */
  thaw(): void;
}

/**
 * A hook that runs at the end of each `transact`, inside its transaction, for audit, history and the search
 * index.
 */
export type BeforeCommit = (tx: Tx) => void;

/**
 * Access to the data. `read` reads, `transact` changes data under an audit row. `writeUnaudited` is for
 * values that no caller relies on (last seen, delivery attempts): it writes no audit row, and a power failure
 * may undo it.
 *
 * Transactions of one turn of the event loop, and of the turns right after it, share one commit. A response
 * waits for `whenDurable`, so that the changes it reports are on disk.
 */
export class Database {
  readonly schema: Schema;
  /** The rows that running batch operations have written and may still roll back. */
  readonly rowLockTable = new RowLockTable();
  /**
   * The queue for steps of background work that are charged to no caller, such as work that many callers wait
   * for.
   */
  readonly serialQueue = new SerialQueue();
  private readonly counter = { count: 0 };
  private readonly statements: Statements;
  private snapshotListener: StatementListener | undefined;
  private readonly reader: Reader;
  private readonly hooks: BeforeCommit[] = [];
  private readonly invariants: Invariant[] = [];
  private readonly memory: QueryCache;
  readonly snapshots: Snapshots;
  private group: CommitGroup | undefined;
  private isWriting = false;
  /** The open handle of the database file, for backups that copy it. */
  private handle: number | undefined;
  /** The time in milliseconds that a write waits while another program has locked the database. */
  private patience = BUSY_TIMEOUT_MS;
  afterCommit: (events: DomainEvent[]) => void = () => {};

  constructor(
    private readonly sqlite: Sqlite,
    private readonly clock: Clock,
    /** Opens another connection to the same file. */
    private readonly openAnother: () => Sqlite,
    private readonly path: string,
    /** Returns the milliseconds of a monotonic clock. */
    private readonly elapsed: () => number = () => performance.now(),
  ) {
    this.schema = new Schema(sqlite);
    this.statements = new Statements(sqlite, this.counter);
    const moment = () => new Moment(clock.now());
    this.reader = new Reader(this.statements, moment);
    this.memory = new QueryCache(this.statements, this.reader, moment);
    this.snapshots = new Snapshots(`${path}-wal`, (closed) => this.openSnapshot(closed));
  }

  /**
   * Disables waiting for locks of other programs, called once requests are served. From then on such a lock
   * fails a write immediately and does not block other requests.
   */
  disableBusyTimeout(): void {
    this.patience = 0;
    this.sqlite.exec('PRAGMA busy_timeout = 0');
  }

  /** Number of statements run so far, including those of snapshots. */
  get statementCount(): number {
    return this.counter.count;
  }

  /**
   * Reports each statement that returns rows to the listener, which replaces the previous one. The returned
   * function removes it. Covers the main connection and, if `isOfSnapshotsToo` is true, snapshots that are
   * opened from now on.
   */
  listen(listener: StatementListener, isOfSnapshotsToo = false): () => void {
    this.statements.listener = listener;
    if (isOfSnapshotsToo) this.snapshotListener = listener;
    return () => {
      this.statements.listener = undefined;
      this.snapshotListener = undefined;
    };
  }

  beforeCommit(hook: BeforeCommit): void {
    this.hooks.push(hook);
  }

  /** Adds invariants that are enforced in each `transact` from now on, and in dry runs. */
  addInvariants(...invariants: readonly Invariant[]): void {
    this.invariants.push(...invariants);
  }

  /** Runs `work` on the current data, including writes that are not durable yet. */
  read<T>(work: (reader: Reader) => T): T {
    return work(this.reader);
  }

  /**
   * Opens a view of the current data for reads that take longer than one time slice. The caller must close
   * it.
   */
  snapshot(): Snapshot {
    return this.snapshots.take();
  }

  /**
   * Runs one change under one audit row. `action` names it: `<area>.<noun>.<past verb>`. Returns the result
   * of `work` and the audit row, which is undefined when nothing audited was written. The change is on disk
   * once `whenDurable` resolves. `work` contains no other transaction and nothing asynchronous. A transaction
   * that continues an earlier change shares its audit row. For any other one, throws an Error when `work`
   * wrote journaled rows without naming an audit entity.
   */
  transact<T>(context: WriteContext, action: string, work: (tx: Tx) => T & Sync<T>): TransactionResult<T> {
    refuseInvalidAction(action);
    const tx = this.begin(context, action);
    const value = this.runInGroup(this.openGroup(), () => {
      const value = work(tx);
      if (tx.journal.length > 0 && !tx.note && !tx.continues)
        throw new Error(`The transaction ${action} wrote rows without an audit entity.`);
      tx.checkInvariants(0);
      this.rowLockTable.refuseConflicts(tx);
      for (const hook of this.hooks) hook(tx);
      return value;
    });
    this.publishChanges(tx);
    if (tx.auditRef) context.onAuditWritten?.(tx.auditRef);
    return { value, audit: tx.auditRef };
  }

  /**
   * Runs a change with its invariants and always rolls it back. Nothing is stored, audited or sent as an
   * event. Commits all pending writes first.
   */
  dryRun<T>(context: WriteContext, work: (tx: Tx) => T & Sync<T>): T {
    this.commit();
    const tx = this.begin(context, 'rehearsed');
    return this.runAlone(() => {
      const value = work(tx);
      tx.checkInvariants(0);
      return value;
    });
  }

  /**
   * Runs a write without audit row, invariants and hooks. Joins the open group, or commits alone without
   * waiting for the disk.
   */
  writeUnaudited<T>(work: (tx: Tx) => T & Sync<T>): T {
    const tx = this.begin(createSystemContext(), 'chatter');
    // An open group commits these rows with its own. Alone, they are not worth a wait for the disk.
    const result = this.group
      ? this.runInGroup(this.openGroup(), () => work(tx))
      : this.runWithNormalSync(() => work(tx));
    this.publishChanges(tx);
    return result;
  }

  /**
   * A promise that resolves once all writes so far are durable and rejects when the commit fails; undefined
   * when no write waits for a commit.
   */
  get whenDurable(): Promise<void> | undefined {
    return this.group?.whenDurable;
  }

  /**
   * Commits all pending writes now. Throws the error that prevented the commit. The caller of a transaction
   * of thousands of rows calls it first, because the first transaction of a group needs no savepoint.
   */
  commit(): void {
    const { group } = this;
    if (!group) return;
    this.group = undefined;
    try {
      this.toDisk();
    } catch (cause) {
      if (this.sqlite.inTransaction) this.sqlite.exec('ROLLBACK');
      this.failGroup(group, cause);
      throw toUserError(cause);
    }
    group.succeed();
    if (group.events.length > 0) this.afterCommit(group.events);
  }

  /**
   * Returns the number that a counting statement yields. The number is cached until a table that it reads
   * changes.
   */
  count(sql: string, params: readonly Value[]): number {
    const key = `${sql}\u0000${JSON.stringify(params)}`;
    return this.remember(key, (reader) => reader.value<number>(sql, ...params) ?? 0);
  }

  /**
   * Returns a result that is cached until a table changes from which `work` read. Counting 100,000 rows for
   * every page would cost more than the page itself. A result that was computed from `today` is valid on that
   * day only, and one from `at` is never reused. Inside a transaction nothing is cached, because it may be
   * rolled back.
   */
  remember<T>(key: string, work: (reader: Reader) => T): T {
    return this.isWriting ? work(this.reader) : this.memory.get(key, work);
  }

  /**
   * Returns a result that its owner stores, with a check whether it is still valid. Inside a transaction it
   * never is.
   */
  watch<T>(work: (reader: Reader) => T): CachedResult<T> {
    return this.isWriting ? { value: work(this.reader), isFresh: () => false } : this.memory.watch(work);
  }

  /**
   * Checkpoints the write-ahead log and truncates it. This overwrites deleted content in the file; until then
   * older states of its pages are in the log. Returns false while a reader uses an earlier snapshot or
   * another program has a lock; the caller then tries again.
   */
  truncateWal(): boolean {
    this.commit();
    // The reader may belong to the caller of this very turn, so waiting for it would never end.
    this.sqlite.exec('PRAGMA busy_timeout = 0');
    try {
      const [{ busy }] = this.sqlite.ask('PRAGMA wal_checkpoint(TRUNCATE)') as [{ busy: number }];
      return busy === 0;
    } catch (cause) {
      if (isBusy(cause)) return false;
      throw cause;
    } finally {
      this.sqlite.exec(`PRAGMA busy_timeout = ${this.patience}`);
    }
  }

  /**
   * Returns the database file with all writes so far. It does not change until `thaw` is called: an open
   * reader on the file content prevents a checkpoint. Returns undefined when `truncateWal` returns false; the
   * caller then tries again.
   */
  freeze(): FrozenFile | undefined {
    if (!this.truncateWal()) return undefined;
    const { close } = this.openSnapshot();
    // The handle for backups is closed only after the database. Closing it earlier would release the locks of
    // SQLite on the file.
    this.handle ??= openSync(this.path, 'r');
    return { handle: this.handle, bytes: fstatSync(this.handle).size, thaw: close };
  }

  /** Commits all pending writes and closes the file. */
  close(): void {
    this.commit();
    this.sqlite.close();
    if (this.handle !== undefined) closeSync(this.handle);
  }

  private openSnapshot(closed?: (snapshot: Snapshot) => void): Snapshot {
    this.commit();
    const sqlite = this.openAnother();
    const statements = new Statements(sqlite, this.counter, this.snapshotListener);
    return new Snapshot(sqlite, new Moment(this.clock.now()), closed, statements);
  }

  private begin(context: WriteContext, action: string): Tx {
    if (this.isWriting) throw new Error('A transaction cannot begin inside another one.');
    const moment = new Moment(this.clock.now());
    return new Tx(this.statements, this.schema, context, moment, action, (tx, mark) =>
      enforceInvariants(this.invariants, tx, mark),
    );
  }

  /** Returns the group that commits when no more transactions join it. Opens one if necessary. */
  private openGroup(): CommitGroup {
    if (this.isWriting) throw new Error('A transaction cannot begin inside another one.');
    if (this.group && this.group.size >= MAX_GROUP_SIZE) this.commit();
    if (!this.group) {
      this.beginNow();
      this.group = new CommitGroup(this.elapsed);
      this.commitWhenQuiet(this.group, 0);
    }
    this.group.size++;
    return this.group;
  }

  /** Begins a transaction. Only this statement can meet a lock of another program; later ones cannot. */
  private beginNow(): void {
    try {
      this.statements.of('BEGIN IMMEDIATE').run();
    } catch (cause) {
      throw toUserError(cause);
    }
  }

  /**
   * Commits the group after a turn without a new transaction, or once it is open for `LONGEST_OPEN_MS`.
   * Callers that got their responses together send the next requests together, within a turn or two.
   */
  private commitWhenQuiet(group: CommitGroup, before: number): void {
    setImmediate(() => {
      if (this.group !== group) return;
      if (group.size > before && group.age < LONGEST_OPEN_MS) return this.commitWhenQuiet(group, group.size);
      try {
        this.commit();
      } catch {
        // All callers that wait for the group receive the error.
      }
    });
  }

  /**
   * Runs `work` in a savepoint, except for the first transaction of a group. The first one has no
   * predecessors, so rolling it back means rolling back the group. Savepoints make a transaction of thousands
   * of rows slow, because SQLite walks their journal at each statement.
   */
  private runInGroup<T>(group: CommitGroup, work: () => T): T {
    const isFirst = group.size === 1;
    if (!isFirst) this.savepoint();
    this.isWriting = true;
    try {
      const value = work();
      if (!isFirst) this.release();
      return value;
    } catch (cause) {
      this.takeBack(group, isFirst, cause);
      throw toUserError(cause);
    } finally {
      this.isWriting = false;
    }
  }

  private takeBack(group: CommitGroup, isFirst: boolean, cause: unknown): void {
    if (!this.sqlite.inTransaction) this.failGroup(group, cause);
    else if (isFirst) {
      this.sqlite.exec('ROLLBACK');
      this.statements.deferredWrites.clear();
      this.group = undefined;
      group.succeed();
    } else {
      this.statements.of('ROLLBACK TO one').run();
      this.statements.deferredWrites.rollBack();
      this.release();
    }
  }

  private savepoint(): void {
    this.statements.of('SAVEPOINT one').run();
    this.statements.deferredWrites.savepoint();
  }

  private release(): void {
    this.statements.of('RELEASE one').run();
    this.statements.deferredWrites.release();
  }

  private toDisk(): void {
    this.statements.deferredWrites.flush();
    this.statements.of('COMMIT').run();
  }

  private runWithNormalSync<T>(work: () => T): T {
    this.sqlite.exec('PRAGMA synchronous = NORMAL');
    try {
      return this.runAlone(() => {
        const value = work();
        this.toDisk();
        return value;
      });
    } finally {
      this.sqlite.exec('PRAGMA synchronous = FULL');
    }
  }

  /** Runs a transaction outside any group. Rolls back whatever `work` does not commit itself. */
  private runAlone<T>(work: () => T): T {
    this.beginNow();
    this.isWriting = true;
    try {
      return work();
    } catch (cause) {
      throw toUserError(cause);
    } finally {
      this.isWriting = false;
      if (this.sqlite.inTransaction) this.sqlite.exec('ROLLBACK');
      this.statements.deferredWrites.clear();
    }
  }

  /**
   * Fails the whole group. A full disk makes SQLite roll back the entire transaction, so every caller in the
   * group gets the error. All cached results of its tables are discarded.
   */
  private failGroup(group: CommitGroup, cause: unknown): void {
    if (this.group === group) this.group = undefined;
    this.statements.deferredWrites.clear();
    for (const table of group.writtenTables) this.memory.invalidate(table);
    group.fail(toUserError(cause));
  }

  private publishChanges(tx: Tx): void {
    for (const table of tx.writtenTables) this.memory.invalidate(table);
    for (const table of tx.writtenTables) this.group?.writtenTables.add(table);
    if (this.group) this.group.events.push(...tx.events);
    else if (tx.events.length > 0) this.afterCommit(tx.events);
  }
}
