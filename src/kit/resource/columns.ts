import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { ColumnField } from './fields.ts';

/** The field of a column with what its table knows: whether it must have a value, and whether that is unique. */
export function completed(table: SQLiteTable, name: string, field: ColumnField): ColumnField {
  const column = getTableConfig(table).columns.find((candidate) => candidate.name === name);
  if (!column) throw new Error(`The table ${getTableConfig(table).name} has no column ${name}.`);
  const isNeeded = column.notNull && !column.hasDefault && field.taken !== 'never';
  return {
    ...(isNeeded && field.default === undefined && { required: true }),
    ...(column.isUnique && { unique: true }),
    notNull: column.notNull,
    ...field,
  };
}
