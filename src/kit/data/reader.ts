import type { Statement, Value } from '#runtime';
import type { Moment } from '../clock.ts';
import type { Statements } from './statements.ts';

export type { Value } from '#runtime';
export type Row = Record<string, Value>;

/**
 * Read access to the data through prepared statements, cached by their text. It is for statements that read.
 * Its `at` and `today` replace the system clock.
 */
export class Reader {
  constructor(
    protected readonly statements: Statements,
    private readonly moment: () => Moment,
  ) {}

  /** The instant. It is constant within a transaction or a snapshot; other reads get the current one. */
  get at(): string {
    return this.moment().at;
  }

  /** The calendar date in the time zone of the plant. */
  get today(): string {
    return this.moment().today;
  }

  all<T = Row>(sql: string, ...params: Value[]): T[] {
    const rows = this.of(sql).all(...params) as T[];
    this.statements.listener?.({ sql, params, rows: rows.length });
    return rows;
  }

  get<T = Row>(sql: string, ...params: Value[]): T | undefined {
    const row = this.of(sql).get(...params) as T | undefined;
    this.statements.listener?.({ sql, params, rows: row ? 1 : 0 });
    return row;
  }

  /** Returns the rows one at a time, for results that do not fit into memory. */
  iterate<T = Row>(sql: string, ...params: Value[]): IterableIterator<T> {
    const rows = this.each(sql, params) as IterableIterator<T>;
    const { listener } = this.statements;
    return listener ? reportEachRow(rows, () => listener({ sql, params, rows: 1 })) : rows;
  }

  /** Returns the first column of the first row. */
  value<T extends Value = Value>(sql: string, ...params: Value[]): T | undefined {
    const row = this.get<Record<string, T>>(sql, ...params);
    return row ? Object.values(row)[0] : undefined;
  }

  /**
   * Returns the prepared statement for a text. Subclasses override it to observe which statements are used.
   */
  protected of(sql: string): Statement {
    return this.statements.of(sql);
  }

  /** Returns the rows of a statement one at a time. */
  protected each(sql: string, params: readonly Value[]): IterableIterator<unknown> {
    return this.statements.each(sql, params);
  }
}

/** Yields the same rows and calls `report` before each of them. */
function* reportEachRow<T>(rows: Iterable<T>, report: () => void): IterableIterator<T> {
  for (const row of rows) {
    report();
    yield row;
  }
}
