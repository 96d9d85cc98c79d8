import type { Sqlite } from '#runtime';
import { findSortKeys } from './sort-keys.ts';
import type { TableInfo, UniqueIndex } from './table-info.ts';

const TABLES =
  "(SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%') AS tables";

/**
 * Reads the structure of all tables except virtual ones from the database, with one statement each for
 * columns, foreign keys and indexes.
 */
export function readTables(sqlite: Sqlite): TableInfo[] {
  const columns = byTable<Column>(
    sqlite.ask(`SELECT tables.name AS owner, c.name, c.pk FROM ${TABLES}, pragma_table_info(tables.name) c`),
  );
  const keys = byTable<Key>(
    sqlite.ask(
      `SELECT tables.name AS owner, k."from", k."table", k."to", k.on_delete FROM ${TABLES}, pragma_foreign_key_list(tables.name) k`,
    ),
  );
  const parts = byTable<IndexPart>(
    sqlite.ask(
      `SELECT tables.name AS owner, i.name AS "index", i.partial, x.name, x.coll, indexes.sql
        FROM ${TABLES}, pragma_index_list(tables.name) i, pragma_index_xinfo(i.name) x
        LEFT JOIN sqlite_schema indexes ON indexes.name = i.name
        WHERE i."unique" = 1 AND x.key = 1`,
    ),
  );
  return [...columns].map(([name, own]) => tableOf(name, own, keys.get(name) ?? [], parts.get(name) ?? []));
}

interface TableOwner {
  /** The name of the table. */
  owner: string;
}

interface Column extends TableOwner {
  name: string;
  /** The position in the primary key, starting at 1; 0 for other columns. */
  pk: number;
}

interface Key extends TableOwner {
  from: string;
  table: string;
  to: string;
  on_delete: string;
}

/** A column or an expression of a unique index. */
interface IndexPart extends TableOwner {
  index: string;
  partial: number;
  /** The column; null for an expression. */
  name: string | null;
  coll: string;
  /** The text of the index; null if a constraint created the index. */
  sql: string | null;
}

const byTable = <T extends TableOwner>(rows: unknown[]): Map<string, T[]> =>
  Map.groupBy(rows as T[], ({ owner }) => owner);

function tableOf(
  name: string,
  columns: readonly Column[],
  keys: readonly Key[],
  parts: readonly IndexPart[],
): TableInfo {
  const names = columns.map((column) => column.name);
  const isComposite = columns.some(({ pk }) => pk > 1);
  const uniqueIndexes = [...Map.groupBy(parts, ({ index }) => index).values()].map((own) =>
    indexOf(own, names),
  );
  return {
    name,
    id: isComposite ? '' : (columns.find(({ pk }) => pk === 1)?.name ?? ''),
    columns: new Set(names),
    names: new Set(),
    sortKeys: findSortKeys(names),
    uniqueIndexes,
    uniques: uniqueIndexes.filter(({ isPlain }) => isPlain).map((index) => index.columns),
    foreignKeys: keys.map(({ from, table, to, on_delete: ondelete }) => ({
      column: from,
      table,
      references: to,
      ondelete,
    })),
  };
}

function indexOf(parts: readonly IndexPart[], columns: readonly string[]): UniqueIndex {
  const { index, partial, sql } = parts[0]!;
  const isPlain = partial === 0 && parts.every(({ name }) => name !== null);
  return {
    name: index,
    isPlain,
    columns: isPlain ? parts.map(({ name }) => name!) : findNamedColumns(sql ?? '', columns),
    folded: new Set(parts.flatMap(({ name, coll }) => (coll === 'NOCASE' ? (name ?? []) : []))),
  };
}

/** Returns the columns that occur in the text of an index. */
function findNamedColumns(sql: string, columns: readonly string[]): string[] {
  const words = new Set(sql.slice(sql.indexOf('(')).match(/\w+/g));
  return columns.filter((column) => words.has(column));
}
