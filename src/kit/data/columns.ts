import { type AnySQLiteColumn, customType, integer, type SQLiteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The column types for table declarations. Tables are declared twice, here and in the SQL of the migrations,
 * and a test compares both. Each key is the name of its column and no column has a mode, so a row has the
 * form that SQLite returns.
 */
export {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';

/** Text that compares without regard to the case of ASCII letters. */
export const folded = customType<{ data: string; driverData: string }>({
  dataType: () => 'text COLLATE NOCASE',
});

/**
 * The SQL types of names: equal to `folded` for SQLite, but spelled differently, so that a declared column
 * reveals its type.
 */
const UNIQUE_NAME = 'text collate NOCASE';
const FOLDED_NAME = 'text Collate NOCASE';

/**
 * A name that is unique, alone or together with other columns. It is compared without regard to letter case
 * in any alphabet (`name-keys.ts`). A migration that turns a column with rows into a name adds the start task
 * `names`.
 */
export const uniqueName = customType<{ data: string; driverData: string }>({
  dataType: () => UNIQUE_NAME,
});

/**
 * A name or identifier that several rows may share, such as a serial number. It is compared like a
 * `uniqueName`, without regard to letter case in any alphabet, and needs the same start task. Equal values
 * are not listed in `GET /api/duplicates`.
 */
export const foldedName = customType<{ data: string; driverData: string }>({
  dataType: () => FOLDED_NAME,
});

/**
 * The sort key of the column whose name precedes `sortkey` in the name of this one (`sort-keys.ts`). Transactions
 * write it. A migration that adds it to a table with rows adds the start task `sortkeys`.
 */
export const sortKey = () => text();

/** Reports whether a column was declared with `uniqueName` or `foldedName`. */
export const isNameColumn = (column: AnySQLiteColumn): boolean =>
  [UNIQUE_NAME, FOLDED_NAME].includes(column.getSQLType());

/** The ID of a row in its own table. The ID of a deleted row is not used again. */
export const serial = () => integer().primaryKey({ autoIncrement: true });

/** The ID of the row to which this row belongs. A row that is referred to cannot be deleted. */
export const parent = (to: () => AnySQLiteColumn) => integer().notNull().references(to);

/** The asset that this row extends, at most one row for each asset. The row is deleted with its asset. */
export const extending = (assetid: () => AnySQLiteColumn) =>
  integer().notNull().unique().references(assetid, { onDelete: 'cascade' });

/** A boolean column: 0 or 1, by default `initially`, and never null. */
export const flag = (initially: 0 | 1 = 0) => integer().$type<0 | 1>().notNull().default(initially);

/**
 * A timestamp that the transaction sets. An insert through a transaction may omit it; a `command` must set it
 * itself.
 */
const stamp = () =>
  text()
    .notNull()
    .$defaultFn(() => {
      throw new Error('A statement that inserts rows must set createddate and modifieddate.');
    });

/** Values for some columns of a row. */
export type ColumnChanges<T extends SQLiteTable> = Partial<T['$inferInsert']>;

/** The column `createddate`, which an insert through a transaction sets. */
export const created = () => ({ createddate: stamp() });
/** The columns `createddate` and `modifieddate`, which transactions set. */
export const stamps = () => ({ createddate: stamp(), modifieddate: stamp() });
