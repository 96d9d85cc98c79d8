import type { Sqlite } from '#runtime';

export interface ForeignKey {
  column: string;
  table: string;
  references: string;
  /** What happens to the row when the one it refers to goes: a cascading row does not hold it back. */
  ondelete: string;
}

export interface TableInfo {
  name: string;
  /** The one column of the primary key; `''` when there are several or none. */
  id: string;
  columns: Set<string>;
  foreignKeys: ForeignKey[];
  /** Columns that are unique together, but those of partial indexes and of indexes over expressions. */
  uniques: string[][];
}

/** What the database itself says about its tables: primary key, columns and who refers to whom. */
export class Schema {
  private readonly tables = new Map<string, TableInfo>();

  constructor(sqlite: Sqlite) {
    const names = sqlite
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
      .all() as { name: string }[];
    for (const { name } of names) this.tables.set(name, readTable(sqlite, name));
  }

  table(name: string): TableInfo {
    const table = this.tables.get(name);
    if (!table)
      throw new Error(
        `There is no table ${name}: the migration that makes it has to be listed in migrations.ts.`,
      );
    return table;
  }

  /** Columns of other tables that refer to this one and would hold back its deletion. */
  referencesTo(name: string): { table: string; column: string }[] {
    return this.keysTo(name).filter(({ ondelete }) => ondelete !== 'CASCADE' && ondelete !== 'SET NULL');
  }

  /** Columns of other tables that refer to this one. */
  keysTo(name: string): { table: string; column: string; ondelete: string }[] {
    return [...this.tables.values()].flatMap((table) =>
      table.foreignKeys
        .filter((key) => key.table === name)
        .map(({ column, ondelete }) => ({ table: table.name, column, ondelete })),
    );
  }
}

function readTable(sqlite: Sqlite, name: string): TableInfo {
  const columns = sqlite.prepare(`PRAGMA table_info(${name})`).all() as { name: string; pk: number }[];
  const keys = sqlite.prepare(`PRAGMA foreign_key_list(${name})`).all() as {
    from: string;
    table: string;
    to: string;
    on_delete: string;
  }[];
  return {
    name,
    id: columns.some((column) => column.pk > 1)
      ? ''
      : (columns.find((column) => column.pk === 1)?.name ?? ''),
    columns: new Set(columns.map((column) => column.name)),
    uniques: uniquesOf(sqlite, name),
    foreignKeys: keys.map((key) => ({
      column: key.from,
      table: key.table,
      references: key.to,
      ondelete: key.on_delete,
    })),
  };
}

function uniquesOf(sqlite: Sqlite, table: string): string[][] {
  const indexes = sqlite.prepare(`PRAGMA index_list(${table})`).all() as {
    name: string;
    unique: number;
    partial: number;
  }[];
  return indexes
    .filter((index) => index.unique === 1 && index.partial === 0)
    .map(({ name }) => sqlite.prepare(`PRAGMA index_info(${name})`).all() as { name: string | null }[])
    .filter((columns) => columns.every((column) => column.name !== null))
    .map((columns) => columns.map((column) => column.name!));
}
