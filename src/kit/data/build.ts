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

/** Columns with their values: a constant, a parameter of the column's type, or an SQL expression. */
type Values<T> = { [K in keyof T]: T[K] | SQL | Placeholder<string, T[K]> };

/** The SQL dialect that drizzle uses to write statement texts. It has no state. */
export const dialect = new SQLiteSyncDialect();
/**
 * A placeholder for drizzle's session, which runs statements. Here drizzle only writes their text, so there
 * is no session.
 */
const NO_SESSION = undefined as never;

/**
 * The SELECT builder of drizzle, extended with the builders of INSERT, UPDATE and DELETE. None of them has a
 * database.
 */
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

/**
 * Starts a statement: `build.select({ ... }).from(table)`. The builder only writes text; a reader or a
 * transaction runs it.
 */
export const build = new Builder();

/**
 * Returns `column = 1` with a constant. SQLite uses a partial index only for a condition that it knows when
 * it plans the statement, so a parameter would not do.
 */
export const isSet = (flag: SQLiteColumn) => sql`${flag} = 1`;

/** Returns a column under another name. */
export const renamed = <C extends SQLiteColumn, N extends string>(column: C, name: N) =>
  sql<GetColumnData<C>>`${column}`.as(name);

/** Returns the value of the row that could not be inserted, for use in an upsert. */
export const excluded = (column: SQLiteColumn): SQL => sql`excluded.${sql.identifier(column.name)}`;
