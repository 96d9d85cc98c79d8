import type { Statements } from './statements.ts';

export type Value = string | number | null | Uint8Array;
export type Row = Record<string, Value>;

/** Reading: prepared statements, cached by their text. It has no way to write. */
export class Reader {
  /** Statements run since the start: the ratchet over list pages reads it. */
  static statements = 0;

  constructor(protected readonly statements: Statements) {}

  all<T = Row>(sql: string, ...params: Value[]): T[] {
    Reader.statements++;
    return this.statements.of<T>(sql).all(...params);
  }

  get<T = Row>(sql: string, ...params: Value[]): T | undefined {
    Reader.statements++;
    return this.statements.of<T>(sql).get(...params) ?? undefined;
  }

  /** The first column of the first row. */
  value<T extends Value = Value>(sql: string, ...params: Value[]): T | undefined {
    Reader.statements++;
    const row = this.statements.of<Record<string, T>>(sql).get(...params);
    return row ? Object.values(row)[0] : undefined;
  }
}
