import { type GetColumnData, type Placeholder, type SQL, sql } from 'drizzle-orm';
import {
  QueryBuilder,
  type SQLiteColumn,
  SQLiteDeleteBase,
  SQLiteInsertBuilder,
  type SQLiteInsertValue,
  SQLiteSyncDialect,
  type SQLiteTable,
  SQLiteUpdateBuilder,
  type SQLiteUpdateSetSource,
} from 'drizzle-orm/sqlite-core';

/** Each column with a constant, a parameter of the column's type or an expression. */
type Values<T> = { [K in keyof T]: T[K] | SQL | Placeholder<string, T[K]> };

/** How drizzle writes SQL for SQLite; it holds nothing. */
export const dialect = new SQLiteSyncDialect();
/** drizzle runs statements in a session. Here it only writes their text, so there is none. */
const NO_SESSION = undefined as never;

/** drizzle's builder of selects, and those of the other statements beside it: none of them has a database to run in. */
class Builder extends QueryBuilder {
  insert<T extends SQLiteTable>(into: T) {
    const begun = new SQLiteInsertBuilder<T, 'sync', never>(into, NO_SESSION, dialect);
    return {
      values: (values: Values<T['$inferInsert']>) => begun.values(values as SQLiteInsertValue<T>),
      select: begun.select.bind(begun),
    };
  }

  update<T extends SQLiteTable>(table: T) {
    const begun = new SQLiteUpdateBuilder<T, 'sync', never>(table, NO_SESSION, dialect);
    return {
      set: (values: Partial<Values<T['$inferInsert']>>) => begun.set(values as SQLiteUpdateSetSource<T>),
    };
  }

  delete<T extends SQLiteTable>(from: T) {
    return new SQLiteDeleteBase<T, 'sync', never>(from, NO_SESSION, dialect);
  }
}

/** Begins a statement: `build.select({ ... }).from(table)`. It writes text; reader and transaction run it. */
export const build = new Builder();

/** `column = 1` as a constant: SQLite uses a partial index only for a condition that it can read beforehand. */
export const isSet = (flag: SQLiteColumn) => sql`${flag} = 1`;

/** A column under another name. */
export const renamed = <C extends SQLiteColumn, N extends string>(column: C, name: N) =>
  sql<GetColumnData<C>>`${column}`.as(name);

/** In an upsert: the value of the row that could not be inserted. */
export const excluded = (column: SQLiteColumn): SQL => sql`excluded.${sql.identifier(column.name)}`;
