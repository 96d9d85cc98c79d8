import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Field } from './fields.ts';
import type { Register } from './register.ts';

type Column<T extends SQLiteTable> = keyof T['$inferSelect'] & string;

/** A field over a column of the table, or one that says that it has none. */
type Fields<T extends SQLiteTable, F> = {
  [K in keyof F]: K extends Column<T> ? Field : Field & ({ virtual: true } | { select: string });
};

/** A field or column of the register, or one of the asset that it extends. */
type Named<T extends SQLiteTable, F> = (keyof F & string) | Column<T> | 'assetnumber' | 'name';

type Words<T extends SQLiteTable, F> = Omit<Register, 'table' | 'id' | 'fields' | 'label' | 'defaultsort'> & {
  /** The field that names a record to people. */
  label: Named<T, F>;
  defaultsort: Named<T, F>;
  fields: F & Fields<T, F>;
};

/**
 * A register over its table: the table gives the name, the id, which fields are required and which are unique; the
 * fields say what people see. A field that is no column of the table does not compile unless it says so.
 */
export function registerOf<T extends SQLiteTable, const F extends Record<string, Field>>(
  table: T,
  { fields, ...words }: Words<T, F>,
): Register {
  const { name, columns } = getTableConfig(table);
  const id = columns.find((column) => column.primary);
  if (!id) throw new Error(`The table ${name} has no column of its own for the id.`);
  const completed = Object.entries(fields as Record<string, Field>).map(([key, field]) => {
    const column = columns.find((candidate) => candidate.name === key);
    if (!column || field.virtual || field.select) return [key, field];
    const required = column.notNull && !column.hasDefault && !field.readonly;
    return [key, { ...(required && { required }), ...(column.isUnique && { unique: true }), ...field }];
  });
  return { ...words, table: name, id: id.name, fields: Object.fromEntries(completed) };
}
