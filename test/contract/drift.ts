import { getTableName } from 'drizzle-orm';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Reader } from '../../src/kit/data/reader.ts';

/**
 * Returns the differences between a declared table and the migrated one, one line each. The comparison covers
 * columns with type, nullability, default and collation, the primary key, foreign keys with their delete
 * action, and indexes. Partial indexes and indexes over expressions exist only in migrations.
 */
export function driftOf(reader: Reader, table: SQLiteTable): string[] {
  const name = getTableName(table);
  const [declaredLines, made] = [new Set(listDeclared(table)), new Set(inDatabase(reader, name))];
  return [
    ...[...declaredLines].filter((line) => !made.has(line)).map((line) => `only declared: ${name}.${line}`),
    ...[...made]
      .filter((line) => !declaredLines.has(line))
      .map((line) => `only in the database: ${name}.${line}`),
  ];
}

function listDeclared(table: SQLiteTable): string[] {
  const { columns, foreignKeys, indexes, primaryKeys, uniqueConstraints } = getTableConfig(table);
  const names = (list: readonly { name: string }[]) => list.map((column) => column.name).join(', ');
  const key = primaryKeys[0]
    ? names(primaryKeys[0].columns)
    : names(columns.filter(({ primary }) => primary));
  return [
    ...columns.map((column) => {
      const [type, collation = 'BINARY'] = column.getSQLType().split(/ COLLATE /i);
      // A default that the insert fills in is not a default of the column.
      const value = typeof column.default === 'object' ? undefined : column.default;
      return columnLine(column.name, type!, column.notNull, value, collation);
    }),
    `key ${key}`,
    ...foreignKeys.map((foreign) => {
      const { columns: own, foreignTable, foreignColumns } = foreign.reference();
      const action = foreign.onDelete ?? 'no action';
      return `${names(own)} refers to ${getTableName(foreignTable)}.${names(foreignColumns)}, ${action}`;
    }),
    ...columns.filter((column) => column.isUnique).map((column) => `unique ${column.name}`),
    ...uniqueConstraints.map((constraint) => `unique ${names(constraint.columns)}`),
    ...indexes.map(
      ({ config }) =>
        `${config.unique ? 'unique ' : ''}index ${config.name}: ${names(config.columns as { name: string }[])}`,
    ),
  ];
}

interface Info {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
  pk: number;
}

function inDatabase(reader: Reader, name: string): string[] {
  const columns = reader.all<Info>(`PRAGMA table_info(${name})`);
  const sql =
    reader.value<string>("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", name) ?? '';
  const keys = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  return [
    ...columns.map((column) => {
      const isFolded = new RegExp(`\\b${column.name} TEXT[^,\\n]*COLLATE NOCASE`).test(sql);
      // SQLite does not report NOT NULL for an integer primary key, which cannot be null. The declarations do
      // not either.
      const value = column.dflt_value?.replace(/^'(.*)'$/, '$1');
      const isRowId = column.pk > 0 && keys.length === 1 && column.type === 'INTEGER';
      return columnLine(
        column.name,
        column.type,
        column.notnull === 1 || isRowId,
        value,
        isFolded ? 'NOCASE' : 'BINARY',
      );
    }),
    `key ${keys.map((key) => key.name).join(', ')}`,
    ...foreignKeys(reader, name),
    ...indexes(reader, name),
  ];
}

const columnLine = (
  name: string,
  type: string,
  notNull: boolean,
  value: unknown,
  collation: string,
): string =>
  [
    name,
    type.toLowerCase(),
    notNull ? 'not null' : 'null',
    value === undefined ? '' : `default ${value}`,
    collation,
  ]
    .filter(Boolean)
    .join(' ');

const foreignKeys = (reader: Reader, name: string): string[] =>
  reader
    .all<{ from: string; table: string; to: string; on_delete: string }>(`PRAGMA foreign_key_list(${name})`)
    .map((key) => `${key.from} refers to ${key.table}.${key.to}, ${key.on_delete.toLowerCase()}`);

function indexes(reader: Reader, name: string): string[] {
  const list = reader.all<{ name: string; unique: number; origin: string; partial: number }>(
    `PRAGMA index_list(${name})`,
  );
  return list.flatMap((index) => {
    const columns = reader.all<{ name: string | null }>(
      'SELECT name FROM pragma_index_info(?) ORDER BY seqno',
      index.name,
    );
    if (index.origin === 'pk' || index.partial === 1 || columns.some((column) => column.name === null))
      return [];
    const names = columns.map((column) => column.name).join(', ');
    return index.origin === 'u'
      ? [`unique ${names}`]
      : [`${index.unique ? 'unique ' : ''}index ${index.name}: ${names}`];
  });
}
