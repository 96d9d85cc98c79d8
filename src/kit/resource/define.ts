import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { findSortKeys } from '../data/sort-keys.ts';
import { completeField } from './columns.ts';
import type { Column, ColumnField, ComputedField, Field, PartField } from './fields.ts';
import type { Register } from './register.ts';

/** Columns that a table may have and that no register declares. */
type Stamp = 'createddate' | 'modifieddate' | 'isactive' | `${string}sortkey`;
type Select<T extends SQLiteTable> = T['$inferSelect'];
type Columns<T extends SQLiteTable> = T['_']['columns'];
type IdOf<T extends SQLiteTable> = {
  [K in keyof Columns<T>]: Columns<T>[K]['_']['isPrimaryKey'] extends true ? K : never;
}[keyof Columns<T>];

/** The columns of a table that a register has to declare. */
export type OwnColumnName<T extends SQLiteTable> = Exclude<keyof Select<T> & string, Stamp | IdOf<T>>;

/** Fields over the columns of a table, each of the kind that its column stores. */
export type ColumnsOf<T extends SQLiteTable> = {
  [K in OwnColumnName<T>]?: Column<NonNullable<Select<T>[K]>, unknown>;
};

/** Type check that every column is either a field or internal, and that every field has a column. */
export type CoveredColumns<
  T extends SQLiteTable,
  C,
  I extends PropertyKey,
  Fixed extends PropertyKey = never,
> = Record<Exclude<keyof C, OwnColumnName<T>>, never> &
  Record<Exclude<OwnColumnName<T>, I | Fixed>, ColumnField>;

type DeclaredKey =
  | 'table'
  | 'id'
  | 'fields'
  | 'label'
  | 'remove'
  | 'sort'
  | 'name'
  | 'activatable'
  | 'sortKeys'
  | 'uniqueTogether'
  | 'verbs';

export type RegisterOptions<T extends SQLiteTable, C, I, F> = Omit<Register, DeclaredKey> & {
  /** Defaults to the name of the table. */
  name?: string;
  /**
   * The field that names a record for users. Defaults to the asset number in a register that extends assets.
   */
  label?: OwnColumnName<T> | 'assetnumber' | 'name';
  /** The effect of DELETE, as in a register. Defaults to `soft` in a register that extends assets. */
  remove?: Register['remove'];
  sort: OwnColumnName<T> | IdOf<T> | 'assetnumber' | 'name' | 'createddate';
  columns: C;
  /** Columns that only services see: hashes, or the last values from an agent. */
  internal?: readonly I[];
  computed?: Readonly<Record<string, ComputedField>>;
  parts?: Readonly<Record<string, PartField>>;
  /** Columns that are unique together, with the field that the 409 names. */
  uniqueTogether?: { fields: readonly OwnColumnName<T>[]; names: OwnColumnName<T> };
  verbs?: Register['verbs'];
  asset?: F;
};

/**
 * Defines a register over a table. The table supplies the name, the ID, and which fields are required and
 * unique; the fields define the texts for users. An undeclared column, an unknown column, and a field of
 * another kind than its column do not compile.
 */
export function defineRegister<
  T extends SQLiteTable,
  const C extends ColumnsOf<T>,
  const I extends OwnColumnName<T> = never,
  const F extends { type: string; numberedBy?: OwnColumnName<T> } | undefined = undefined,
>(
  table: T,
  {
    internal: _internal,
    ...declaration
  }: RegisterOptions<T, C, I, F> & {
    columns: CoveredColumns<T, C, I, F extends { type: string } ? 'assetid' : never>;
  },
): Register {
  return buildRegister(table, declaration as RegisterDeclaration);
}

/** A register as declared: its columns are separate from computed fields and parts. */
export type RegisterDeclaration = Omit<Register, Exclude<DeclaredKey, 'sort' | 'uniqueTogether'>> & {
  label?: string;
  remove?: Register['remove'];
  name?: string;
  columns: Readonly<Record<string, ColumnField>>;
  computed?: Readonly<Record<string, ComputedField>>;
  parts?: Readonly<Record<string, PartField>>;
  verbs?: Register['verbs'];
};

/** Builds the register of a declaration. Throws an Error for faults that the types cannot detect. */
export function buildRegister(
  table: SQLiteTable,
  { columns, computed = {}, parts = {}, verbs = {}, ...options }: RegisterDeclaration,
): Register {
  const { name, columns: declared } = getTableConfig(table);
  const called = options.name ?? name;
  const id = declared.find((column) => column.primary);
  if (!id) throw new Error(`The table ${name} has no column of its own for the id.`);
  const own = Object.entries(columns).map(([key, field]): [string, Field] => [
    key,
    completeField(table, key, field),
  ]);
  const fields = Object.fromEntries([...own, ...Object.entries(computed), ...Object.entries(parts)]);
  const count = own.length + Object.keys(computed).length + Object.keys(parts).length;
  if (Object.keys(fields).length < count)
    throw new Error(`The register ${called} has two fields with the same name.`);
  const label = options.label ?? (options.asset && 'assetnumber');
  if (!label) throw new Error(`The register ${called} declares no label field.`);
  if (options.unpaged && !options.bound)
    throw new Error(`The register ${called} is unlimited. Declare a row limit.`);
  return {
    ...options,
    label,
    remove: options.remove ?? (options.asset ? 'soft' : 'hard'),
    name: called,
    table: name,
    id: id.name,
    activatable: declared.some((column) => column.name === 'isactive'),
    sortKeys: findSortKeys(declared.map((column) => column.name)),
    fields,
    verbs,
  };
}
