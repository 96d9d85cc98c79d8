import type { Sqlite, Statement } from '#runtime';
import { type Touches, TouchesOf } from './touches.ts';

/** More than the fixed statements of the product; texts put together at run time come and go. */
const MOST = 1000;

/**
 * The prepared statements of one connection, by their text. `bun:sqlite` itself keeps only the last twenty, so that a
 * site that is asked for more than a handful of things would prepare each statement anew for every request.
 */
export class Statements {
  private readonly known = new Map<string, Statement>();
  private readonly touched = new Map<string, Touches>();
  private touchesOf: TouchesOf | undefined;

  constructor(private readonly sqlite: Sqlite) {}

  /** The statement of this text, prepared once. */
  of(sql: string): Statement {
    return keep(this.known, sql, () => this.sqlite.prepare(sql));
  }

  /** A statement of its own, for rows that are read one at a time while others run the same text. */
  apart(sql: string): Statement {
    return this.sqlite.prepare(sql);
  }

  /** The tables that the statement of this text reads and writes, found out once. */
  touches(sql: string): Touches {
    return keep(this.touched, sql, () => {
      this.touchesOf ??= new TouchesOf(this.sqlite);
      return this.touchesOf.of(sql);
    });
  }
}

function keep<T>(known: Map<string, T>, sql: string, make: () => T): T {
  const found = known.get(sql);
  if (found !== undefined) return found;
  if (known.size >= MOST) forgetOldest(known);
  const made = make();
  known.set(sql, made);
  return made;
}

/** The oldest half goes: whatever of it is still in use is made once more. */
function forgetOldest(known: Map<string, unknown>): void {
  let left = MOST / 2;
  for (const text of known.keys()) {
    if (left-- === 0) return;
    known.delete(text);
  }
}
