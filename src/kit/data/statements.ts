import type { Sqlite, Statement, Value } from '#runtime';
import { DeferredWrites } from './deferred-writes.ts';
import { type TableUsage, TableUsageAnalyzer } from './table-usage.ts';

/** More than the fixed statements of the product; texts put together at run time come and go. */
const MAX_STATEMENTS = 1000;

/**
 * The text as it is prepared: each parameter behind a plus, which changes nothing of its value. SQLite looks at the
 * value of a bare one while it plans a join, a limit or a partial index, and then plans the statement anew for every
 * value that it is given: two microseconds for a small one, more than the rows cost for a list.
 */
const steady = (sql: string): string =>
  sql.replaceAll(/'[^']*'|"[^"]*"|\?/g, (found) => (found === '?' ? '+?' : found));

/** One statement that was read to its end, or one row of a statement that is read row by row. */
export interface StatementRun {
  sql: string;
  params: readonly Value[];
  rows: number;
}

/** Receives each statement of one connection right after it was read. */
export type StatementListener = (run: StatementRun) => void;

/** A statement, and what it touches once somebody has asked. */
interface Known {
  statement: Statement;
  touches?: TableUsage;
}

/**
 * The prepared statements of one connection, by their text. `bun:sqlite` itself keeps only the last twenty, so that a
 * site that is asked for more than a handful of things would prepare each statement anew for every request.
 */
export class Statements {
  /** What is still to be written, before a statement that has to do with it runs. */
  readonly deferredWrites = new DeferredWrites((sql, ...params) => void this.of(sql).run(...params));
  private readonly known = new Map<string, Known>();
  private touchesOf: TableUsageAnalyzer | undefined;

  constructor(
    private readonly sqlite: Sqlite,
    /** Counts each statement that is to be run, of several connections together. */
    private readonly counter: { count: number } = { count: 0 },
    /** For tests and measurements. */
    public listener?: StatementListener,
  ) {}

  /** The statement of this text, prepared once. */
  of(sql: string): Statement {
    return this.entry(sql).statement;
  }

  /** The same, and the tables that it reads and writes, found out once. */
  usageOf(sql: string): { statement: Statement; touches: TableUsage } {
    const entry = this.entry(sql);
    if (!entry.touches) {
      this.touchesOf ??= new TableUsageAnalyzer(this.sqlite);
      entry.touches = this.touchesOf.analyze(sql);
    }
    return entry as Required<Known>;
  }

  /** The rows of a statement of its own, one at a time while others run the same text. */
  each(sql: string, params: readonly Value[]): IterableIterator<unknown> {
    this.counter.count++;
    this.deferredWrites.flushFor(sql);
    return this.sqlite.each(steady(sql), ...params);
  }

  private entry(sql: string): Known {
    this.counter.count++;
    this.deferredWrites.flushFor(sql);
    const known = this.known.get(sql);
    if (known) return known;
    if (this.known.size >= MAX_STATEMENTS) this.forgetOldest();
    const made = { statement: this.sqlite.prepare(steady(sql)) };
    this.known.set(sql, made);
    return made;
  }

  /** The oldest half goes: whatever of it is still in use is prepared once more. */
  private forgetOldest(): void {
    let left = MAX_STATEMENTS / 2;
    for (const text of this.known.keys()) {
      if (left-- === 0) return;
      this.known.delete(text);
    }
  }
}
