import type { Sqlite, Statement } from '#runtime';

/** More than the fixed statements of the product; texts put together at run time come and go. */
const MOST = 1000;

/**
 * The prepared statements of one connection, by their text. `bun:sqlite` itself keeps only the last twenty, so that a
 * site that is asked for more than a handful of things would prepare each statement anew for every request.
 */
export class Statements {
  private readonly known = new Map<string, Statement>();

  constructor(private readonly sqlite: Sqlite) {}

  /** The statement of this text, prepared once. */
  of(sql: string): Statement {
    let statement = this.known.get(sql);
    if (!statement) {
      if (this.known.size >= MOST) this.forgetOldest();
      statement = this.sqlite.prepare(sql);
      this.known.set(sql, statement);
    }
    return statement;
  }

  /** A statement of its own, for rows that are read one at a time while others run the same text. */
  apart(sql: string): Statement {
    return this.sqlite.prepare(sql);
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
