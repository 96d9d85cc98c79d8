import type { Statement, Value } from '#runtime';
import type { Moment } from '../clock.ts';
import { Reader } from './reader.ts';
import type { Statements } from './statements.ts';

const LOOK_MS = 1000;
const MAX_RESULTS = 2000;

/** A result, and whether it is still right. */
export interface CachedResult<T> {
  value: T;
  /** False once a table that the result came from has changed. */
  isFresh(): boolean;
}

/** Results that stay right until one of the tables that they came from changes. */
export class QueryCache {
  private readonly results = new Map<string, CachedResult<unknown>>();
  /** When each table changed last, counted in changes. */
  private readonly changes = new Map<string, number>();
  private count = 0;
  /** Writes by other processes, such as `reset-password` beside a running appliance. */
  private outside = { looked: Number.NEGATIVE_INFINITY, version: 0 };

  constructor(
    private readonly statements: Statements,
    private readonly reader: Reader,
    private readonly moment: () => Moment,
  ) {}

  get<T>(key: string, work: (reader: Reader) => T): T {
    const known = this.results.get(key);
    if (known?.isFresh()) return known.value as T;
    const watched = this.watch(work);
    if (this.results.size >= MAX_RESULTS) this.results.clear();
    this.results.set(key, watched);
    if (watched.value instanceof Promise) watched.value.catch(() => this.forget(key, watched));
    return watched.value;
  }

  /** What failed is no result: whoever asks next has it worked out again. */
  private forget(key: string, watched: CachedResult<unknown>): void {
    if (this.results.get(key) === watched) this.results.delete(key);
  }

  /** The work reads with a reader that notes from which tables: what it reads later, in further turns, counts too. */
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

  invalidate(table: string): void {
    this.changes.set(table, ++this.count);
  }

  /** Changes within a second of any write by another process. */
  private outsideVersion(): number {
    const now = performance.now();
    if (now - this.outside.looked > LOOK_MS)
      this.outside = { looked: now, version: this.reader.value<number>('PRAGMA data_version') ?? 0 };
    return this.outside.version;
  }
}

class NotingReader extends Reader {
  readonly tables = new Set<string>();
  /** The plant's day, when the work asked for it: tomorrow its result is another one. */
  private day: string | undefined;
  private isOfThisInstant = false;

  /** Whether the result was of its instant or its day, and that is over. */
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
    this.note(sql);
    return super.of(sql);
  }

  protected override each(sql: string, params: readonly Value[]): IterableIterator<unknown> {
    this.note(sql);
    return super.each(sql, params);
  }

  private note(sql: string): void {
    for (const table of this.statements.usageOf(sql).touches.reads) this.tables.add(table);
  }
}
