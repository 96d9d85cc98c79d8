import type { SQLQueryBindings, Database as Sqlite } from 'bun:sqlite';

export type Value = string | number | null | Uint8Array;
export type Row = Record<string, Value>;

/** Reading: prepared statements, cached by their text. It has no way to write. */
export class Reader {
  /** Statements run since the start: the ratchet over list pages reads it. */
  static statements = 0;

  constructor(protected readonly sqlite: Sqlite) {}

  all<T = Row>(sql: string, ...params: Value[]): T[] {
    Reader.statements++;
    return this.sqlite.query<T, SQLQueryBindings[]>(sql).all(...params);
  }

  get<T = Row>(sql: string, ...params: Value[]): T | undefined {
    Reader.statements++;
    return this.sqlite.query<T, SQLQueryBindings[]>(sql).get(...params) ?? undefined;
  }

  /** The first column of the first row. */
  value<T extends Value = Value>(sql: string, ...params: Value[]): T | undefined {
    Reader.statements++;
    const row = this.sqlite.query<Record<string, T>, SQLQueryBindings[]>(sql).get(...params);
    return row ? Object.values(row)[0] : undefined;
  }
}
