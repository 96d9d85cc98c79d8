import { type AnySQLiteColumn, customType, integer, type SQLiteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The columns that tables are declared with. Tables are said twice, here and in the SQL of the migrations, and a test
 * holds both together. A key is the name of its column and no column has a mode: a row is what SQLite gives.
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

/** Text that compares without regard to letter case. */
export const folded = customType<{ data: string; driverData: string }>({
  dataType: () => 'text COLLATE NOCASE',
});

/** As `folded`, and spelled otherwise, so that a declared column says which of the three it is. */
const UNIQUE_NAME = 'text collate NOCASE';
const FOLDED_NAME = 'text Collate NOCASE';

/**
 * A name that no two rows have, by itself or together with other columns: compared in any letter case of any alphabet
 * (`name-keys.ts`). A migration that makes a name of a column with rows adds the start task `names`.
 */
export const uniqueName = customType<{ data: string; driverData: string }>({
  dataType: () => UNIQUE_NAME,
});

/**
 * A name or identifier that several rows may have, such as a serial number. It is compared like a `uniqueName`, in any
 * letter case of any alphabet, and needs the same start task.
 */
export const foldedName = customType<{ data: string; driverData: string }>({
  dataType: () => FOLDED_NAME,
});

/** Reports whether a column was declared with `uniqueName` or `foldedName`. */
export const isNameColumn = (column: AnySQLiteColumn): boolean =>
  [UNIQUE_NAME, FOLDED_NAME].includes(column.getSQLType());

/** The table's own id; an id is never used twice. */
export const serial = () => integer().primaryKey({ autoIncrement: true });

/** The id of the row that this one belongs to: what refers to it holds back its deletion. */
export const parent = (to: () => AnySQLiteColumn) => integer().notNull().references(to);

/** The asset that this row extends, one for each; it goes with it. */
export const extending = (assetid: () => AnySQLiteColumn) =>
  integer().notNull().unique().references(assetid, { onDelete: 'cascade' });

/** 0 or 1. */
export const flag = (initially: 0 | 1 = 0) => integer().$type<0 | 1>().notNull().default(initially);

/** An instant that the transaction fills in: whoever inserts through it may leave it out. */
const stamp = () =>
  text()
    .notNull()
    .$defaultFn(() => {
      throw new Error('A command that inserts gives createddate and modifieddate itself.');
    });

/** Columns of a row that are to be written. */
export type ColumnChanges<T extends SQLiteTable> = Partial<T['$inferInsert']>;

export const created = () => ({ createddate: stamp() });
export const stamps = () => ({ createddate: stamp(), modifieddate: stamp() });
