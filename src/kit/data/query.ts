import { Column, getTableName, is, Placeholder, SQL, sql, type Table } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/sqlite-core';
import type { Reader, Value } from './reader.ts';

/** Begins a query: `build.select({ ... }).from(table)`. It writes text; the reader runs it. */
export const build = new QueryBuilder();

/** The parameters of a query, by name, as its text takes them. */
export type Given<G> = { [K in keyof G]-?: Placeholder<string, G[K]> };

interface Selecting<R> {
  _: { readonly result: R[]; readonly selectedFields?: unknown };
  toSQL(): { sql: string; params: unknown[] };
  getSelectedFields?(): unknown;
}

type Flat<R> = { [K in keyof R]: R[K] extends Value ? R[K] : never };
type Args<G> = keyof G extends never ? [] : [given: G];

/** A statement whose text is put together once, when it is first asked for, and whose rows are typed by its tables. */
export interface Query<G, R> {
  all(reader: Reader, ...given: Args<G>): R[];
  get(reader: Reader, ...given: Args<G>): R | undefined;
  /** Rows one at a time, for what does not fit into memory. */
  iterate(reader: Reader, ...given: Args<G>): IterableIterator<R>;
  text(): string;
}

/**
 * Declares a fixed statement. Building it costs as much as running it forty times, so it happens once and late.
 * Its columns must be flat and keep their names: an expression needs `.as('name')`.
 */
export function query<G extends Record<string, Value>, R>(
  make: (given: Given<G>) => Selecting<R> & (R extends Flat<R> ? unknown : never),
): Query<G, R> {
  let built: { text: string; slots: unknown[] } | undefined;
  const ready = () => {
    built ??= write(make(placeholders as Given<G>));
    return built;
  };
  const values = (slots: unknown[], [given]: readonly unknown[]) =>
    slots.map((slot) => (is(slot, Placeholder) ? (given as G)[slot.name]! : (slot as Value)));
  return {
    all(reader, ...given) {
      const { text, slots } = ready();
      return reader.all<R>(text, ...values(slots, given));
    },
    get(reader, ...given) {
      const { text, slots } = ready();
      return reader.get<R>(text, ...values(slots, given));
    },
    iterate(reader, ...given) {
      const { text, slots } = ready();
      return reader.iterate<R>(text, ...values(slots, given));
    },
    text: () => ready().text,
  };
}

/** Any name is a parameter of that name. */
const placeholders = new Proxy({}, { get: (_target, name) => sql.placeholder(String(name)) });

function write(selecting: Selecting<unknown>): { text: string; slots: unknown[] } {
  refuseRenamed(selecting.getSelectedFields?.() ?? selecting._.selectedFields);
  const { sql: text, params } = selecting.toSQL();
  return { text, slots: params };
}

/** The row that SQLite gives is the row that the types promise only while every column keeps its name. */
function refuseRenamed(fields: unknown): void {
  for (const [key, field] of Object.entries(fields as Record<string, unknown>)) {
    const name = is(field, SQL.Aliased) ? field.fieldAlias : is(field, Column) ? field.name : undefined;
    if (name !== key) throw new Error(`The selected ${key} is called ${name ?? 'nothing'} in the statement.`);
  }
}

/** The name of a table, given by itself or by its name. */
export const nameOf = (table: Table | string): string =>
  typeof table === 'string' ? table : getTableName(table);
