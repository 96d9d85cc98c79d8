import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Sqlite } from '#runtime';
import { isNameColumn } from './columns.ts';
import { readTables } from './read-tables.ts';
import type { TableInfo } from './table-info.ts';

/** A column that refers to rows of another table. */
export interface Reference {
  table: string;
  column: string;
  ondelete: string;
}

/**
 * The structure of the tables as the database itself reports it: primary keys, columns, foreign keys and
 * unique indexes.
 */
export class Schema {
  private readonly tables = new Map<string, TableInfo>();
  /** The references by the table to which they point. */
  private readonly references = new Map<string, Reference[]>();

  constructor(sqlite: Sqlite) {
    for (const table of readTables(sqlite)) this.tables.set(table.name, table);
    for (const { name, foreignKeys } of this.tables.values())
      for (const { table, column, ondelete } of foreignKeys)
        this.references.set(table, [...this.keysTo(table), { table: name, column, ondelete }]);
  }

  /** Returns the structure of a table. Throws an Error when there is no such table. */
  table(name: string): TableInfo {
    const table = this.tables.get(name);
    if (!table)
      throw new Error(`There is no table ${name}. List the migration that creates it in migrations.ts.`);
    return table;
  }

  /** Records which columns are names, according to the declared tables. */
  declareNames(tables: readonly SQLiteTable[]): void {
    for (const table of tables) {
      const { name, columns } = getTableConfig(table);
      for (const column of columns.filter(isNameColumn)) this.table(name).names.add(column.name);
    }
  }

  /** The tables with columns of names. */
  get named(): readonly TableInfo[] {
    return [...this.tables.values()].filter(({ names }) => names.size > 0);
  }

  /** The tables with names that sort naturally. */
  get withSortKeys(): readonly TableInfo[] {
    return [...this.tables.values()].filter(({ sortKeys }) => sortKeys.size > 0);
  }

  /**
   * Returns the columns that refer to this table, its own included, and prevent the deletion of a referenced
   * row.
   */
  referencesTo(name: string): readonly Reference[] {
    return this.keysTo(name).filter(({ ondelete }) => ondelete !== 'CASCADE' && ondelete !== 'SET NULL');
  }

  /** Returns the columns that refer to this table, its own included. */
  keysTo(name: string): readonly Reference[] {
    return this.references.get(name) ?? [];
  }
}
