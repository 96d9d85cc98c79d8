import type { Sqlite } from '#runtime';
import type { DeclaredColumn } from '../declared-data.ts';

/** Returns a name quoted for SQL. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns the names of the tables, without those of SQLite and of the text indexes. */
export function listTables(sqlite: Sqlite): string[] {
  const tables = sqlite.ask('PRAGMA table_list') as { schema: string; name: string; type: string }[];
  return tables
    .filter(({ schema, name, type }) => schema === 'main' && type === 'table' && !name.startsWith('sqlite_'))
    .map(({ name }) => name)
    .sort();
}

/** Returns the names of the columns of a table; an empty list when the table does not exist. */
export const listColumns = (sqlite: Sqlite, table: string): string[] =>
  (sqlite.ask(`PRAGMA table_info(${quoteName(table)})`) as { name: string }[]).map(({ name }) => name);

/** Reports whether the database has the column. An older database may lack it. */
export const hasColumn = (sqlite: Sqlite, { table, column }: DeclaredColumn): boolean =>
  listColumns(sqlite, table).includes(column);
