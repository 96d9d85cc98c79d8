import type { Sqlite } from '#runtime';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import { Reader, type Value } from './reader.ts';
import { Schema } from './schema.ts';
import { Statements } from './statements.ts';
import { type DomainEvent, Tx, type WriteContext } from './tx.ts';

const LOOK_MS = 1000;

/** Runs inside every transaction just before its commit: audit, history and the search index are such hooks. */
export type BeforeCommit = (tx: Tx) => void;

/**
 * The one door to the data. `read` sees, `transact` changes and is audited, `chatter` is for what nobody was
 * promised (last seen, delivery attempts): unaudited, and durable a moment later.
 */
export class Database {
  readonly schema: Schema;
  private readonly statements: Statements;
  private readonly reader: Reader;
  private readonly hooks: BeforeCommit[] = [];
  private readonly remembered = new Map<string, { version: string; value: unknown }>();
  private readonly versions = new Map<string, number>();
  /** Writes by other processes, such as `reset-password` beside a running appliance. */
  private outside = { looked: Number.NEGATIVE_INFINITY, version: 0 };
  afterCommit: (events: DomainEvent[]) => void = () => {};

  constructor(
    private readonly sqlite: Sqlite,
    private readonly clock: Clock,
  ) {
    this.schema = new Schema(sqlite);
    this.statements = new Statements(sqlite);
    this.reader = new Reader(this.statements);
  }

  beforeCommit(hook: BeforeCommit): void {
    this.hooks.push(hook);
  }

  read<T>(work: (reader: Reader) => T): T {
    return work(this.reader);
  }

  transact<T>(context: WriteContext, work: (tx: Tx) => T): T {
    const tx = new Tx(this.statements, this.schema, context, this.clock.now().toISOString());
    const result = this.inTransaction(() => {
      const value = work(tx);
      if (tx.journal.length > 0 && !tx.note)
        throw new Error('A transaction wrote rows without an audit note.');
      for (const hook of this.hooks) hook(tx);
      return value;
    });
    for (const table of tx.touched) this.changed(table);
    if (tx.events.length > 0) this.afterCommit(tx.events);
    return result;
  }

  /** Runs a change as `transact` would and takes all of it back: nothing is kept, audited or told. */
  rehearse<T>(context: WriteContext, work: (tx: Tx) => T): T {
    const tx = new Tx(this.statements, this.schema, context, this.clock.now().toISOString());
    this.statements.of('BEGIN IMMEDIATE').run();
    try {
      return work(tx);
    } finally {
      if (this.sqlite.inTransaction) this.sqlite.exec('ROLLBACK');
    }
  }

  chatter<T>(work: (tx: Tx) => T): T {
    const context: WriteContext = { actor: CHATTER, requestid: null, ipaddress: null };
    const tx = new Tx(this.statements, this.schema, context, this.clock.now().toISOString());
    this.sqlite.exec('PRAGMA synchronous = NORMAL');
    try {
      return this.inTransaction(() => work(tx));
    } finally {
      this.sqlite.exec('PRAGMA synchronous = FULL');
      for (const table of tx.touched) this.changed(table);
    }
  }

  /** The number of rows that a list counts, remembered while the named tables stay as they are. */
  count(tables: readonly string[], sql: string, params: readonly Value[]): number {
    const key = `${sql}\u0000${JSON.stringify(params)}`;
    return this.remember(tables, key, (reader) => reader.value<number>(sql, ...params) ?? 0);
  }

  /**
   * A result that stays right until one of the named tables changes. Counting 100,000 rows again for every page
   * would cost more than the page.
   */
  remember<T>(tables: readonly string[], key: string, compute: (reader: Reader) => T): T {
    const version = this.versionOf(tables);
    const known = this.remembered.get(key);
    if (known?.version === version) return known.value as T;
    const value = compute(this.reader);
    if (this.remembered.size > 2000) this.remembered.clear();
    this.remembered.set(key, { version, value });
    return value;
  }

  /** Changes with every write to one of the tables, and within a second of any write by another process. */
  versionOf(tables: readonly string[]): string {
    const now = performance.now();
    if (now - this.outside.looked > LOOK_MS) {
      this.outside = { looked: now, version: this.reader.value<number>('PRAGMA data_version') ?? 0 };
    }
    let version = `${this.outside.version}`;
    for (const table of tables) version += `.${this.versions.get(table) ?? 0}`;
    return version;
  }

  /** Tells the counts that a table changed by a statement outside the journal. */
  changed(table: string): void {
    this.versions.set(table, (this.versions.get(table) ?? 0) + 1);
  }

  close(): void {
    this.sqlite.close();
  }

  private inTransaction<T>(work: () => T): T {
    this.statements.of('BEGIN IMMEDIATE').run();
    try {
      const value = work();
      this.statements.of('COMMIT').run();
      return value;
    } catch (cause) {
      if (this.sqlite.inTransaction) this.sqlite.exec('ROLLBACK');
      throw explain(cause);
    }
  }
}

const CHATTER = {
  kind: 'system' as const,
  userid: null,
  name: 'system',
  isadmin: false,
  permissions: new Set<string>(),
};

function explain(cause: unknown): unknown {
  const code = (cause as { code?: string } | null)?.code;
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_WRITE') {
    return new AppError(
      'STORAGE_FULL',
      'The disk is full. Nothing was saved; free some space and try again.',
    );
  }
  return cause;
}
