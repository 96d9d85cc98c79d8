import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Sqlite } from '#runtime';
import { isNameColumn } from './columns.ts';

export interface ForeignKey {
  column: string;
  table: string;
  references: string;
  /** What happens to the row when the one it refers to goes: a cascading row does not hold it back. */
  ondelete: string;
}

export interface UniqueIndex {
  name: string;
  /** All that it is made of: those of its expressions and of its condition too. */
  columns: string[];
  /** Those of them in which upper case and lower case are one. */
  folded: ReadonlySet<string>;
  /** Holds among active rows only, by a rule of its register. */
  isAmongActive?: boolean;
  /** Made of columns alone and over all rows: then a row of which one of them is empty may be there many times. */
  isPlain: boolean;
}

export interface TableInfo {
  name: string;
  /** The one column of the primary key; `''` when there are several or none. */
  id: string;
  columns: Set<string>;
  /** Those with names, which are compared in any letter case of any alphabet; see `declareNames`. */
  names: Set<string>;
  foreignKeys: ForeignKey[];
  uniqueIndexes: UniqueIndex[];
  /** Columns that are unique together, but those of partial indexes and of indexes over expressions. */
  uniques: string[][];
}

/** A column that refers to rows of another table. */
export interface Reference {
  table: string;
  column: string;
  ondelete: string;
}

/** What the database itself says about its tables: primary key, columns and who refers to whom. */
export class Schema {
  private readonly tables = new Map<string, TableInfo>();
  /** By the table that is referred to. */
  private readonly references = new Map<string, Reference[]>();

  constructor(sqlite: Sqlite) {
    const names = sqlite.ask(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'",
    ) as { name: string }[];
    for (const { name } of names) this.tables.set(name, readTable(sqlite, name));
    for (const { name, foreignKeys } of this.tables.values())
      for (const { table, column, ondelete } of foreignKeys)
        this.references.set(table, [...this.keysTo(table), { table: name, column, ondelete }]);
  }

  table(name: string): TableInfo {
    const table = this.tables.get(name);
    if (!table)
      throw new Error(
        `There is no table ${name}: the migration that makes it has to be listed in migrations.ts.`,
      );
    return table;
  }

  /** Declares which columns have names, by the declared tables. */
  declareNames(tables: readonly SQLiteTable[]): void {
    for (const table of tables) {
      const { name, columns } = getTableConfig(table);
      for (const column of columns.filter(isNameColumn)) this.table(name).names.add(column.name);
    }
  }

  /** The tables that have columns with names. */
  get named(): readonly TableInfo[] {
    return [...this.tables.values()].filter(({ names }) => names.size > 0);
  }

  /** Columns of other tables that refer to this one and would hold back its deletion. */
  referencesTo(name: string): readonly Reference[] {
    return this.keysTo(name).filter(({ ondelete }) => ondelete !== 'CASCADE' && ondelete !== 'SET NULL');
  }

  /** Columns of other tables that refer to this one. */
  keysTo(name: string): readonly Reference[] {
    return this.references.get(name) ?? [];
  }
}

function readTable(sqlite: Sqlite, name: string): TableInfo {
  const columns = sqlite.ask(`PRAGMA table_info(${name})`) as { name: string; pk: number }[];
  const keys = sqlite.ask(`PRAGMA foreign_key_list(${name})`) as {
    from: string;
    table: string;
    to: string;
    on_delete: string;
  }[];
  const uniqueIndexes = uniqueIndexesOf(
    sqlite,
    name,
    columns.map((column) => column.name),
  );
  return {
    name,
    id: columns.some((column) => column.pk > 1)
      ? ''
      : (columns.find((column) => column.pk === 1)?.name ?? ''),
    columns: new Set(columns.map((column) => column.name)),
    names: new Set(),
    uniqueIndexes,
    uniques: uniqueIndexes.filter(({ isPlain }) => isPlain).map((index) => index.columns),
    foreignKeys: keys.map((key) => ({
      column: key.from,
      table: key.table,
      references: key.to,
      ondelete: key.on_delete,
    })),
  };
}

function uniqueIndexesOf(sqlite: Sqlite, table: string, columns: readonly string[]): UniqueIndex[] {
  const indexes = sqlite.ask(`PRAGMA index_list(${table})`) as {
    name: string;
    unique: number;
    partial: number;
  }[];
  return indexes
    .filter((index) => index.unique === 1)
    .map(({ name, partial }) => {
      const parts = (sqlite.ask(`PRAGMA index_xinfo(${name})`) as IndexPart[]).filter(
        (part) => part.key === 1,
      );
      const isPlain = partial === 0 && parts.every((part) => part.name !== null);
      return {
        name,
        isPlain,
        columns: isPlain ? parts.map((part) => part.name!) : namedIn(sqlite, name, columns),
        folded: new Set(parts.flatMap((part) => (part.coll === 'NOCASE' ? (part.name ?? []) : []))),
      };
    });
}

interface IndexPart {
  name: string | null;
  coll: string;
  /** 1 for what it orders by. */
  key: number;
}

/** The columns that the text of an index names. */
function namedIn(sqlite: Sqlite, index: string, columns: readonly string[]): string[] {
  const [{ sql } = { sql: '' }] = sqlite.ask('SELECT sql FROM sqlite_schema WHERE name = ?', index) as {
    sql: string;
  }[];
  const words = new Set(sql.slice(sql.indexOf('(')).match(/\w+/g));
  return columns.filter((column) => words.has(column));
}
