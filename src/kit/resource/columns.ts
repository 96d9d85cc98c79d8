import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { isNameColumn } from '../data/columns.ts';
import type { ColumnField } from './fields.ts';

/**
 * Returns the field of a column, completed by its table: whether it is required, unique, a name and never
 * null. What the field declares wins. Throws an Error for a field that its column cannot have.
 */
export function completeField(table: SQLiteTable, name: string, field: ColumnField): ColumnField {
  const column = getTableConfig(table).columns.find((candidate) => candidate.name === name);
  if (!column) throw new Error(`The table ${getTableConfig(table).name} has no column ${name}.`);
  refuseUnkept(name, field);
  // Null in a body sets the default, and the writer knows only the default of the field.
  if (column.notNull && column.hasDefault && field.writable !== 'never' && field.default === undefined)
    throw new Error(`The column ${name} has a default, but its field has none.`);
  const isNeeded = column.notNull && !column.hasDefault && field.writable !== 'never';
  return {
    ...(isNeeded && field.default === undefined && { required: true }),
    ...(column.isUnique && { unique: true }),
    ...(isNameColumn(column) && { isName: true }),
    notNull: column.notNull,
    ...field,
  };
}

/**
 * Throws an Error for a hidden field that the order of a list, a search, a unique error or a reference would
 * reveal. Only secrets may have `shownTo`, so it also throws for any other field with it.
 */
function refuseUnkept(name: string, field: ColumnField): void {
  const { kind, signedIn, shownTo, search, sort, filter, unique, ref } = field;
  if (shownTo && kind !== 'secret')
    throw new Error(`The field ${name} is visible only to some callers, so it must be a secret.`);
  const isTold = search || sort || filter || unique || ref;
  if ((kind === 'secret' || signedIn) && isTold)
    throw new Error(
      `The field ${name} is hidden, so it cannot have search, sort, filter, unique or a reference.`,
    );
}

/**
 * Throws an Error for a secret among these fields, which are not columns of a register, so that their values
 * are not encrypted. `where` names them in the message.
 */
export function refuseSecrets(where: string, fields: Readonly<Record<string, ColumnField>>): void {
  const secret = Object.keys(fields).find((name) => fields[name]!.kind === 'secret');
  if (secret) throw new Error(`${where} has the secret ${secret}. A secret must be a column of a register.`);
}
