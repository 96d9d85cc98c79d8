import type { Statement, Value } from '#runtime';
import type { Moment } from '../clock.ts';
import { Reader } from './reader.ts';
import type { Statements } from './statements.ts';

const LOOK_MS = 1000;
const MAX_RESULTS = 2000;

/** A cached result with a check of its validity. */
export interface CachedResult<T> {
  value: T;
  /**
   * Reports whether the result is still valid. It is false once a table that the result was read from has
   * changed, or the day that it depends on has passed. Results from the current instant are never valid
   * again. Writes of other processes count within a second.
   */
  isFresh(): boolean;
}

/** Cached results that are valid until a table that they were read from changes. */
export class QueryCache {
  private readonly results = new Map<string, CachedResult<unknown>>();
  /** The last change of each table, as a value of the change counter. */
  private readonly changes = new Map<string, number>();
  private count = 0;
  /**
   * The last check for writes by other processes, such as `reset-password` on a running appliance: its time
   * in milliseconds, and the `data_version` of SQLite.
   */
  private outside = { looked: Number.NEGATIVE_INFINITY, version: 0 };

  constructor(
    private readonly statements: Statements,
    private readonly reader: Reader,
    private readonly moment: () => Moment,
  ) {}

  /**
   * Returns the cached result of a key while it is valid; otherwise runs `work` and caches its result. A
   * rejected promise is not cached.
   */
  get<T>(key: string, work: (reader: Reader) => T): T {
    const cached = this.results.get(key);
    if (cached?.isFresh()) return cached.value as T;
    const watched = this.watch(work);
    if (this.results.size >= MAX_RESULTS) this.results.clear();
    this.results.set(key, watched);
    if (watched.value instanceof Promise) watched.value.catch(() => this.forget(key, watched));
    return watched.value;
  }

  /** Removes the result of a failed promise, so that the next caller computes it again. */
  private forget(key: string, watched: CachedResult<unknown>): void {
    if (this.results.get(key) === watched) this.results.delete(key);
  }

  /**
   * Runs `work` with a reader that records the tables it reads. Tables that asynchronous work reads in later
   * turns count too.
   */
  watch<T>(work: (reader: Reader) => T): CachedResult<T> {
    const noting = new NotingReader(this.statements, this.moment);
    const { count, changes } = this;
    const outside = this.outsideVersion();
    const isUnchanged = () => {
      if (noting.isOver(this.moment)) return false;
      for (const table of noting.tables) if ((changes.get(table) ?? 0) > count) return false;
      return true;
    };
    return {
      value: work(noting),
      isFresh: () => outside === this.outsideVersion() && isUnchanged(),
    };
  }

  /** Makes all results invalid that were read from this table. */
  invalidate(table: string): void {
    this.changes.set(table, ++this.count);
  }

  /** Returns a number that changes within a second of any write by another process. */
  private outsideVersion(): number {
    const now = performance.now();
    if (now - this.outside.looked > LOOK_MS)
      this.outside = { looked: now, version: this.reader.value<number>('PRAGMA data_version') ?? 0 };
    return this.outside.version;
  }
}

class NotingReader extends Reader {
  readonly tables = new Set<string>();
  /** The day in the plant, if the work read it. The result is valid on that day only. */
  private day: string | undefined;
  private isOfThisInstant = false;

  /** Reports whether the result depends on an instant or a day that has passed. */
  isOver(now: () => Moment): boolean {
    return this.isOfThisInstant || (this.day !== undefined && this.day !== now().today);
  }

  override get at(): string {
    this.isOfThisInstant = true;
    return super.at;
  }

  override get today(): string {
    this.day = super.today;
    return this.day;
  }

  protected override of(sql: string): Statement {
    this.recordTables(sql);
    return super.of(sql);
  }

  protected override each(sql: string, params: readonly Value[]): IterableIterator<unknown> {
    this.recordTables(sql);
    return super.each(sql, params);
  }

  private recordTables(sql: string): void {
    for (const table of this.statements.usageOf(sql).touches.reads) this.tables.add(table);
  }
}
