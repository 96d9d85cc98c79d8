import {
  and,
  Column,
  count,
  eq,
  getTableName,
  is,
  Param,
  Placeholder,
  SQL,
  sql,
  type Table,
} from 'drizzle-orm';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { build } from './build.ts';
import type { Reader, Value } from './reader.ts';

export { build, excluded, isSet, renamed } from './build.ts';

/** The parameters of a statement by name, as the function that builds the statement receives them. */
export type Params<G> = { [K in keyof G]-?: Placeholder<string, G[K]> };

interface CompiledQuery {
  toSQL(): { sql: string; params: unknown[] };
}

interface SelectQuery<R> extends CompiledQuery {
  _: { readonly result: R[]; readonly selectedFields?: unknown };
  getSelectedFields?(): unknown;
}

interface WriteQuery<R> extends CompiledQuery {
  _: { readonly returning: R };
  config?: { returning?: { path: string[]; field: unknown }[] };
}

/** A transaction as far as a statement outside the journal needs it. */
interface Runner extends Reader {
  runUnjournaled(sql: string, ...params: Value[]): number;
}

type Flat<R> = { [K in keyof R]: R[K] extends Value ? R[K] : never };
type Args<G> = string extends keyof G ? [] : [given: G];

/** A statement whose text is built once at its first use, and whose rows have the types of its tables. */
export interface Query<G, R> {
  all(reader: Reader, ...args: Args<G>): R[];
  get(reader: Reader, ...args: Args<G>): R | undefined;
  /** Returns the rows one at a time, for results that do not fit into memory. */
  iterate(reader: Reader, ...args: Args<G>): IterableIterator<R>;
  text(): string;
  /** Returns the values of the `?` in the text, in their order, for a part of a larger statement. */
  values(...args: Args<G>): Value[];
}

/** A fixed statement that writes rows without a history of their own. */
export interface Command<G, R> {
  /** Returns the number of changed rows. */
  run(tx: Runner, ...args: Args<G>): number;
  /** Returns the `returning` columns of the first row written. */
  get(tx: Runner, ...args: Args<G>): R | undefined;
  text(): string;
}

/** The type of one row of a query. */
export type RowOf<Q> = Q extends Query<infer _G, infer R> ? R : never;

/**
 * Declares a fixed statement. Building its text costs as much as running it forty times, so it is built once,
 * at the first use. Its columns must be flat and keep their names; an expression needs `.as('name')`.
 */
export function query<G extends Record<string, Value>, R>(
  make: (params: Params<G>) => SelectQuery<R> & (R extends Flat<R> ? unknown : never),
): Query<G, R> {
  const { text, values } = compileStatement(make, (selecting) =>
    refuseRenamed(
      Object.entries(selecting.getSelectedFields?.() ?? selecting._.selectedFields ?? {}),
      selecting.toSQL().sql,
    ),
  );
  return {
    all: (reader, ...parameters) => reader.all<R>(text(), ...values(parameters)),
    get: (reader, ...parameters) => reader.get<R>(text(), ...values(parameters)),
    iterate: (reader, ...parameters) => reader.iterate<R>(text(), ...values(parameters)),
    text,
    values: (...parameters) => values(parameters),
  };
}

/** Returns a function that counts the rows of a table with an ID in a column, and that meet the condition. */
export function countRows(column: AnySQLiteColumn, condition?: SQL): (reader: Reader, id: number) => number {
  const rows = query((params: Params<{ id: number }>) =>
    build
      .select({ n: count().as('n') })
      .from(column.table as SQLiteTable)
      .where(and(eq(column, params.id), condition)),
  );
  return (reader, id) => rows.get(reader, { id })!.n;
}

/**
 * Declares a fixed statement that writes outside the journal. An inserted row gets all columns of its table;
 * columns without a value have their defaults.
 */
export function command<G extends Record<string, Value>, R>(
  make: (params: Params<G>) => WriteQuery<R>,
): Command<G, R> {
  const { text, values } = compileStatement(make, (writing) =>
    refuseRenamed(
      writing.config?.returning?.map(({ path, field }) => [path[0]!, field]) ?? [],
      writing.toSQL().sql,
    ),
  );
  return {
    run: (tx, ...parameters) => tx.runUnjournaled(text(), ...values(parameters)),
    get: (tx, ...parameters) => tx.get<R>(text(), ...values(parameters)),
    text,
  };
}

/** An object on which any property is the parameter of that name. */
const placeholders = new Proxy({}, { get: (_target, name) => sql.placeholder(String(name)) });

/** Returns the text of a statement, written at the first use, and the function that orders its values. */
function compileStatement<G, W extends CompiledQuery>(
  make: (params: Params<G>) => W,
  check: (statement: W) => void,
) {
  let ready: { text: string; slots: Slot[] } | undefined;
  const write = () => {
    const statement = make(placeholders as Params<G>);
    check(statement);
    const { sql: text, params } = statement.toSQL();
    ready = { text, slots: params.map(slotOf) };
    return ready;
  };
  return {
    text: () => (ready ?? write()).text,
    values: ([parameters]: readonly unknown[]) =>
      (ready ?? write()).slots.map(({ name, value, convert = asPassed }) =>
        name === undefined ? value! : convert((parameters as Record<string, Value>)[name]!),
      ),
  };
}

/** A parameter that is converted before it is bound. */
export class ConvertedPlaceholder extends Placeholder {
  constructor(
    name: string,
    readonly convert: (value: Value) => Value,
  ) {
    super(name);
  }
}

/** The source of a `?` in the text: a named parameter or a constant. */
interface Slot {
  name?: string;
  value?: Value;
  convert?: (value: Value) => Value;
}

const asPassed = (value: Value): Value => value;

function slotOf(param: unknown): Slot {
  const inside = is(param, Param) ? param.value : param;
  if (inside instanceof ConvertedPlaceholder) return { name: inside.name, convert: inside.convert };
  return is(inside, Placeholder) ? { name: inside.name } : { value: inside as Value };
}

/**
 * Throws an Error when a selected column has another name in the statement. The rows of SQLite would then not
 * match their types.
 */
function refuseRenamed(fields: [key: string, field: unknown][], text: string): void {
  for (const [key, field] of fields) {
    const name = is(field, SQL.Aliased) ? field.fieldAlias : is(field, Column) ? field.name : undefined;
    if (name !== key)
      throw new Error(
        `The selected ${key} has the name ${name ?? 'nothing'} in the statement, so its rows would have no ${key}. Name it with .as('${key}'). Statement: ${text}`,
      );
  }
}

/** Returns the name of a table, which is passed as an object or as a name. */
export const tableNameOf = (table: Table | string): string =>
  typeof table === 'string' ? table : getTableName(table);
