import type { SQLQueryBindings, Database as Sqlite, Statement } from 'bun:sqlite';

/** More than the fixed statements of the product; texts put together at run time come and go. */
const MOST = 1000;

/**
 * The prepared statements of one connection, by their text. `bun:sqlite` itself keeps only the last twenty, so that a
 * site that is asked for more than a handful of things would prepare each statement anew for every request.
 */
export class Statements {
  private readonly known = new Map<string, Statement<unknown, SQLQueryBindings[]>>();

  constructor(private readonly sqlite: Sqlite) {}

  /** The statement of this text, prepared once. */
  of<T>(sql: string): Statement<T, SQLQueryBindings[]> {
    let statement = this.known.get(sql);
    if (!statement) {
      if (this.known.size >= MOST) this.forgetOldest();
      statement = this.sqlite.prepare(sql);
      this.known.set(sql, statement);
    }
    return statement as Statement<T, SQLQueryBindings[]>;
  }

  /** The oldest half goes: whatever of it is still in use is prepared once more. */
  private forgetOldest(): void {
    let left = MOST / 2;
    for (const text of this.known.keys()) {
      if (left-- === 0) return;
      this.known.delete(text);
    }
  }
}
