import type { Sqlite, Statement, Value } from '#runtime';
import { DeferredWrites } from './deferred-writes.ts';
import { type TableUsage, TableUsageAnalyzer } from './table-usage.ts';

/**
 * The maximum number of cached statements. It exceeds the number of fixed statements in the product; texts
 * built at run time are replaced over time.
 */
const MAX_STATEMENTS = 1000;

/**
 * Returns the text to prepare, with a unary plus before each parameter, which does not change its value.
 * SQLite looks at the value of a bare parameter when it plans a join, a limit or a partial index. It would
 * then plan the statement again for every new value. That takes two microseconds for a small statement, and
 * for a list more time than its rows.
 */
const withUnaryPlus = (sql: string): string =>
  sql.replaceAll(/'[^']*'|"[^"]*"|\?/g, (found) => (found === '?' ? '+?' : found));

/** A completed statement, or a single row of a statement that is read row by row. */
export interface StatementRun {
  sql: string;
  params: readonly Value[];
  rows: number;
}

/**
 * A function that receives the statements of a reader, each right after it ran. A statement that is read row
 * by row is reported once for each row.
 */
export type StatementListener = (run: StatementRun) => void;

/** A prepared statement, with its table usage once that was requested. */
interface CachedStatement {
  statement: Statement;
  touches?: TableUsage;
}

/**
 * The prepared statements of one connection by their text. `bun:sqlite` itself caches only the last twenty,
 * so most requests would prepare their statements again.
 */
export class Statements {
  /** The deferred rows, which are written before a statement that uses their tables runs. */
  readonly deferredWrites = new DeferredWrites((sql, ...params) => void this.of(sql).run(...params));
  private readonly cached = new Map<string, CachedStatement>();
  private touchesOf: TableUsageAnalyzer | undefined;

  constructor(
    private readonly sqlite: Sqlite,
    /** A counter of the statements run, shared by several connections. */
    private readonly counter: { count: number } = { count: 0 },
    /** A listener for tests and measurements. */
    public listener?: StatementListener,
  ) {}

  /** Returns the prepared statement for a text. */
  of(sql: string): Statement {
    return this.entry(sql).statement;
  }

  /** Returns the prepared statement and the tables that it reads and writes, which are determined once. */
  usageOf(sql: string): { statement: Statement; touches: TableUsage } {
    const entry = this.entry(sql);
    if (!entry.touches) {
      this.touchesOf ??= new TableUsageAnalyzer(this.sqlite);
      entry.touches = this.touchesOf.analyze(sql);
    }
    return entry as Required<CachedStatement>;
  }

  /** Returns the rows of a new statement one at a time, so that others can run the same text in between. */
  each(sql: string, params: readonly Value[]): IterableIterator<unknown> {
    this.counter.count++;
    this.deferredWrites.flushFor(sql);
    return this.sqlite.each(withUnaryPlus(sql), ...params);
  }

  private entry(sql: string): CachedStatement {
    this.counter.count++;
    this.deferredWrites.flushFor(sql);
    const cached = this.cached.get(sql);
    if (cached) return cached;
    if (this.cached.size >= MAX_STATEMENTS) this.forgetOldest();
    const made = { statement: this.sqlite.prepare(withUnaryPlus(sql)) };
    this.cached.set(sql, made);
    return made;
  }

  /** Discards the older half of the statements. One that is still in use is prepared again. */
  private forgetOldest(): void {
    let left = MAX_STATEMENTS / 2;
    for (const text of this.cached.keys()) {
      if (left-- === 0) return;
      this.cached.delete(text);
    }
  }
}
