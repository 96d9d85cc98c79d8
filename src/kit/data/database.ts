import { closeSync, fstatSync, openSync } from 'node:fs';
import type { Sqlite } from '#runtime';
import { type Clock, Moment } from '../clock.ts';
import { SerialQueue } from '../serial-queue.ts';
import { refuseInvalidAction } from './action-name.ts';
import { CommitGroup } from './commit-group.ts';
import { isBusy, toUserError } from './disk-errors.ts';
import { enforceInvariants, type Invariant } from './invariant.ts';
import { BUSY_TIMEOUT_MS } from './open.ts';
import { Reader, type Value } from './reader.ts';
import { type CachedResult, QueryCache } from './query-cache.ts';
import { RowLockTable } from './row-locks.ts';
import { Schema } from './schema.ts';
import { Snapshot } from './snapshot.ts';
import { Snapshots } from './snapshots.ts';
import { type StatementListener, Statements } from './statements.ts';
import { type AuditRef, createSystemContext, type DomainEvent, Tx, type WriteContext } from './tx.ts';

/** Transactions that share a commit: enough for every caller at once, few enough to be lost together. */
const MAX_GROUP_SIZE = 64;
/** Nobody waits longer for those who may still join. */
const LONGEST_OPEN_MS = 10;

/** Work that goes on later would go on outside its transaction: it does not compile. */
type Sync<T> = T extends PromiseLike<unknown> ? never : unknown;

/** What a transaction answers. */
export interface TransactionResult<T> {
  value: T;
  audit: AuditRef | undefined;
}

/** The database's file while it does not change. */
export interface FrozenFile {
  handle: number;
  bytes: number;
  /** Lets changes into the file again. */
  thaw(): void;
}

/** Runs inside every transaction just before its commit: audit, history and the search index are such hooks. */
export type BeforeCommit = (tx: Tx) => void;

/**
 * The one door to the data. `read` sees, `transact` changes and is audited, `chatter` is for what nobody was
 * promised (last seen, delivery attempts): unaudited, and durable a moment later.
 *
 * Transactions of one turn of the event loop, and of the turns right after it, share one commit. Whoever answers a
 * caller waits for `settled` first: then what he was told is on the disk.
 */
export class Database {
  readonly schema: Schema;
  /** What long work has written and may yet take back. */
  readonly rowLockTable = new RowLockTable();
  /** For pieces of long work that are put down to nobody, such as what many wait for. */
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
  /** Of the database's own file, for who copies it. */
  private handle: number | undefined;
  /** How long a write waits for another program that has locked the database, in milliseconds. */
  private patience = BUSY_TIMEOUT_MS;
  afterCommit: (events: DomainEvent[]) => void = () => {};

  constructor(
    private readonly sqlite: Sqlite,
    private readonly clock: Clock,
    /** Opens one more connection to the same file. */
    private readonly openAnother: () => Sqlite,
    private readonly path: string,
    /** Milliseconds of a stopwatch. */
    private readonly elapsed: () => number = () => performance.now(),
  ) {
    this.schema = new Schema(sqlite);
    this.statements = new Statements(sqlite, this.counter);
    const moment = () => new Moment(clock.now());
    this.reader = new Reader(this.statements, moment);
    this.memory = new QueryCache(this.statements, this.reader, moment);
    this.snapshots = new Snapshots(`${path}-wal`, (closed) => this.openSnapshot(closed));
  }

  /** From here on there are callers: a write that meets another program's lock is refused at once, and holds nobody. */
  disableBusyTimeout(): void {
    this.patience = 0;
    this.sqlite.exec('PRAGMA busy_timeout = 0');
  }

  /** Number of statements that the database was given so far, those of its snapshots too. */
  get statementCount(): number {
    return this.counter.count;
  }

  /**
   * Reports each statement that is read to the listener, until the returned function is called: those of the main
   * connection, and of snapshots that are opened meanwhile where that is said.
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

  /** Holds at every commit from here on, and when a change is only rehearsed. */
  addInvariants(...invariants: readonly Invariant[]): void {
    this.invariants.push(...invariants);
  }

  read<T>(work: (reader: Reader) => T): T {
    return work(this.reader);
  }

  /** The data as they are now, for reading that takes longer than a turn. Whoever takes it closes it. */
  snapshot(): Snapshot {
    return this.snapshots.take();
  }

  /**
   * One change under one audit row, which `action` names: `<area>.<noun>.<past verb>`. Answers what the work answers,
   * and the audit row; there is none where nothing was written that is audited.
   */
  transact<T>(context: WriteContext, action: string, work: (tx: Tx) => T & Sync<T>): TransactionResult<T> {
    refuseInvalidAction(action);
    const tx = this.begin(context, action);
    const value = this.within(this.openGroup(), () => {
      const value = work(tx);
      if (tx.journal.length > 0 && !tx.note && !tx.continues)
        throw new Error(`The transaction ${action} wrote rows and does not say what they are about.`);
      tx.checkInvariants(0);
      this.rowLockTable.refuseConflicts(tx);
      for (const hook of this.hooks) hook(tx);
      return value;
    });
    this.told(tx);
    if (tx.auditRef) context.onAuditWritten?.(tx.auditRef);
    return { value, audit: tx.auditRef };
  }

  /** Runs a change as `transact` would and takes all of it back: nothing is kept, audited or told. */
  dryRun<T>(context: WriteContext, work: (tx: Tx) => T & Sync<T>): T {
    this.commit();
    const tx = this.begin(context, 'rehearsed');
    return this.alone(() => {
      const value = work(tx);
      tx.checkInvariants(0);
      return value;
    });
  }

  writeUnaudited<T>(work: (tx: Tx) => T & Sync<T>): T {
    const tx = this.begin(createSystemContext(), 'chatter');
    // A group that is open anyway takes it along; alone it is not worth waiting for the disk.
    const result = this.group ? this.within(this.openGroup(), () => work(tx)) : this.quickly(() => work(tx));
    this.told(tx);
    return result;
  }

  /** Undefined when all is on the disk; otherwise settles once it is, and rejects when it cannot be. */
  get whenDurable(): Promise<void> | undefined {
    return this.group?.whenDurable;
  }

  /** Brings what was written so far to the disk now. Throws what kept it from there. */
  commit(): void {
    const { group } = this;
    if (!group) return;
    this.group = undefined;
    try {
      this.toDisk();
    } catch (cause) {
      if (this.sqlite.inTransaction) this.sqlite.exec('ROLLBACK');
      this.lose(group, cause);
      throw toUserError(cause);
    }
    group.done();
    if (group.events.length > 0) this.afterCommit(group.events);
  }

  /** The number that a statement counts, remembered while the tables that it reads stay as they are. */
  count(sql: string, params: readonly Value[]): number {
    const key = `${sql}\u0000${JSON.stringify(params)}`;
    return this.remember(key, (reader) => reader.value<number>(sql, ...params) ?? 0);
  }

  /**
   * A result that stays right until a table changes that the work read. Counting 100,000 rows again for every page
   * would cost more than the page. Within a transaction nothing is remembered: it may yet be taken back.
   */
  remember<T>(key: string, work: (reader: Reader) => T): T {
    return this.isWriting ? work(this.reader) : this.memory.get(key, work);
  }

  /** A result that its owner keeps, and whether it is still right. Within a transaction it never is. */
  watch<T>(work: (reader: Reader) => T): CachedResult<T> {
    return this.isWriting ? { value: work(this.reader), isFresh: () => false } : this.memory.watch(work);
  }

  /**
   * Empties the log of writes into the file: what was deleted is overwritten there, and lies in older states of its page
   * in the log until then. False while somebody reads the data of an earlier moment; then ask again.
   */
  truncateWal(): boolean {
    this.commit();
    // Who reads may be this very turn's caller: waiting for him would be for ever.
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
   * The file with all that was written so far, which does not change until it is let go: a reader of what stands in it
   * alone keeps the log of writes from being emptied into it. Undefined while somebody reads the data of an earlier
   * moment; then ask again.
   */
  freeze(): FrozenFile | undefined {
    if (!this.truncateWal()) return undefined;
    const { close } = this.openSnapshot();
    // Never closed before the database is: that would give up the locks that SQLite holds on the file.
    this.handle ??= openSync(this.path, 'r');
    return { handle: this.handle, bytes: fstatSync(this.handle).size, thaw: close };
  }

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

  /** The group that commits when nobody joins it any more. */
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

  /** Another program's lock is met here and nowhere later. */
  private beginNow(): void {
    try {
      this.statements.of('BEGIN IMMEDIATE').run();
    } catch (cause) {
      throw toUserError(cause);
    }
  }

  /** Callers who were answered together come back together, in a turn or two: a turn without one ends the group. */
  private commitWhenQuiet(group: CommitGroup, before: number): void {
    setImmediate(() => {
      if (this.group !== group) return;
      if (group.size > before && group.age < LONGEST_OPEN_MS) return this.commitWhenQuiet(group, group.size);
      try {
        this.commit();
      } catch {
        // Told to all who wait for the group.
      }
    });
  }

  /**
   * The first of a group has all of it to itself, so that taking it back is taking the group back. Only those after it
   * need savepoints, which make a transaction of thousands of rows slow: SQLite walks their journal at each statement.
   */
  private within<T>(group: CommitGroup, work: () => T): T {
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
    if (!this.sqlite.inTransaction) this.lose(group, cause);
    else if (isFirst) {
      this.sqlite.exec('ROLLBACK');
      this.statements.deferredWrites.clear();
      this.group = undefined;
      group.done();
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

  private quickly<T>(work: () => T): T {
    this.sqlite.exec('PRAGMA synchronous = NORMAL');
    try {
      return this.alone(() => {
        const value = work();
        this.toDisk();
        return value;
      });
    } finally {
      this.sqlite.exec('PRAGMA synchronous = FULL');
    }
  }

  /** A transaction that is no part of a group. What the work does not commit itself is taken back. */
  private alone<T>(work: () => T): T {
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

  /** A full disk ends the transaction as a whole: everybody in the group is told, and nothing of it is remembered. */
  private lose(group: CommitGroup, cause: unknown): void {
    if (this.group === group) this.group = undefined;
    this.statements.deferredWrites.clear();
    for (const table of group.writtenTables) this.memory.invalidate(table);
    group.failed(toUserError(cause));
  }

  private told(tx: Tx): void {
    for (const table of tx.writtenTables) this.memory.invalidate(table);
    for (const table of tx.writtenTables) this.group?.writtenTables.add(table);
    if (this.group) this.group.events.push(...tx.events);
    else if (tx.events.length > 0) this.afterCommit(tx.events);
  }
}
