import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { isNameColumn } from '../data/columns.ts';
import type { ColumnField } from './fields.ts';

/** The field of a column with what its table knows: whether it must have a value, and whether that is unique. */
export function completeField(table: SQLiteTable, name: string, field: ColumnField): ColumnField {
  const column = getTableConfig(table).columns.find((candidate) => candidate.name === name);
  if (!column) throw new Error(`The table ${getTableConfig(table).name} has no column ${name}.`);
  refuseUnkept(name, field);
  // Null in a body means the default, and only the field's own is known when it is written.
  if (column.notNull && column.hasDefault && field.taken !== 'never' && field.default === undefined)
    throw new Error(`The column ${name} has a default, and its field says none.`);
  const isNeeded = column.notNull && !column.hasDefault && field.taken !== 'never';
  return {
    ...(isNeeded && field.default === undefined && { required: true }),
    ...(column.isUnique && { unique: true }),
    ...(isNameColumn(column) && { isName: true }),
    notNull: column.notNull,
    ...field,
  };
}

/** What is hidden must not be told by the order of a list, by a search for it, or by the name that it refers to. */
function refuseUnkept(name: string, field: ColumnField): void {
  const { kind, signedIn, shownTo, search, sort, filter, unique, ref } = field;
  if (shownTo && kind !== 'secret')
    throw new Error(`The field ${name} is shown to some alone, so it is a secret.`);
  const isTold = search || sort || filter || unique || ref;
  if ((kind === 'secret' || signedIn) && isTold)
    throw new Error(`The field ${name} is hidden, so it has no search, sort, filter, unique or reference.`);
}

/** Secrets are sealed in the columns of a register, and nowhere else. */
export function refuseSecrets(where: string, fields: Readonly<Record<string, ColumnField>>): void {
  const secret = Object.keys(fields).find((name) => fields[name]!.kind === 'secret');
  if (secret) throw new Error(`${where} has the secret ${secret}: a secret is a column of a register.`);
}
