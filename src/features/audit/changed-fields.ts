import { z } from 'zod';
import type { RowField } from '../../kit/contributions.ts';
import type { JournalEntry } from '../../kit/data/journal.ts';
import type { Reader, Row, Value } from '../../kit/data/reader.ts';
import type { Host } from '../../kit/host.ts';
import type { Register } from '../../kit/resource/register.ts';
import { nameSourceOf } from './entity-names.ts';

/** A changed field with its values, and their texts for values that are IDs or keys. */
export const changedField = z.object({
  field: z.string(),
  title: z.string(),
  kind: z.string().meta({ description: 'The kind of the field, such as `text` or `date`.' }),
  unit: z.string().nullable(),
  old: z.any(),
  new: z.any(),
  oldtext: z.string().nullable().meta({ description: 'The name of the record that `old` refers to.' }),
  newtext: z.string().nullable().meta({ description: 'The name of the record that `new` refers to.' }),
});
export type ChangedField = z.output<typeof changedField>;

/** A record that a change created, changed or deleted. */
export const changedRecord = z
  .object({
    action: z.enum(['created', 'updated', 'deleted']),
    title: z.string().meta({ description: 'The type of the record.' }),
    name: z.string().nullable(),
    href: z.string().nullable().meta({ description: 'The page of the record, while it exists.' }),
    fields: z.array(changedField),
  })
  .meta({ id: 'ChangedRecord' });
export type ChangedRecord = z.output<typeof changedRecord>;

/** Returns the changed fields of a record; for a created or deleted one, those with a value. */
export function listChangedFields(
  host: Host,
  reader: Reader,
  { table, before, after }: JournalEntry,
  findName: FindChangedName,
): ChangedField[] {
  return Object.entries(shownFieldsOf(host, table)).flatMap(([name, field]) => {
    const values = [before, after].map((row) => row?.[name]);
    const isChanged = values.some((value) => value !== undefined && value !== null);
    const isShown = field.kind !== 'secret' && !host.secretColumns.isSecret(table, name);
    return isChanged && isShown
      ? [toChangedField(host, reader, { name, field, before, after }, findName)]
      : [];
  });
}

/** Returns the fields of a table that are shown: those of its register or ledger, or those with a title. */
const shownFieldsOf = (
  { registers, contributions }: Host,
  table: string,
): Readonly<Record<string, ShownField>> =>
  registers.findWithLedgers(table)?.fields ?? contributions.rowTitles.get(table)?.fields ?? {};

/** The facts about a field that its changes are shown with. */
export type ShownField = RowField & { unit?: string };

/** Returns a field of a table by its name; undefined for a field that is not shown. */
export function findShownField(host: Host, table: string, name: string): ShownField | undefined {
  const fields = shownFieldsOf(host, table);
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Finds the name of a record that the same change created or deleted; null for other values. */
export type FindChangedName = (field: ShownField, value: Value) => string | null;

/** Returns the function that finds the names of the records in the entries of a change. */
export function createChangedNames({ registers }: Host, entries: readonly JournalEntry[]): FindChangedName {
  const names = new Map<string, string>();
  for (const { table, id, before, after } of entries) {
    const register = registers.findByTable(table);
    const name = register && (after ?? before)?.[register.label];
    if (typeof name === 'string') names.set(`${register!.name} ${id}`, name);
  }
  return ({ ref }, value) => (ref && names.get(`${ref.register} ${value}`)) ?? null;
}

interface FieldChange {
  name: string;
  field: ShownField;
  before: Row | null;
  after: Row | null;
}

/** Returns a field with its values as they are shown. */
export function toChangedField(
  host: Host,
  reader: Reader,
  { name, field, before, after }: FieldChange,
  findName: FindChangedName = () => null,
): ChangedField {
  const [old, now] = [before, after].map((row) => row?.[name] ?? null);
  const toText = (value: Value) => formatStoredValue(host, reader, field, value) ?? findName(field, value);
  const { title, kind = 'text', unit = null } = field;
  return { field: name, title, kind, unit, old, new: now, oldtext: toText(old!), newtext: toText(now!) };
}

/** Returns the display text of a value that is stored as an ID, a key or a number; null for any other. */
export function formatStoredValue(
  host: Host,
  reader: Reader,
  field: ShownField,
  value: Value | boolean,
): string | null {
  if (value === null) return null;
  if (field.kind === 'boolean') return value ? 'yes' : 'no';
  if (field.options) return field.options[String(value)] ?? null;
  return field.ref && typeof value === 'number'
    ? readName(reader, host.registers.get(field.ref.register), value)
    : null;
}

const readName = (reader: Reader, register: Register, id: number): string | null => {
  const { from, id: column, name } = nameSourceOf(register);
  return reader.value<string>(`SELECT ${name} FROM ${from} WHERE ${column} = ?`, id) ?? null;
};

/** Returns the title of a row of the table; undefined for a table that has none. */
export const findRowTitle = ({ registers, contributions }: Host, table: string): string | undefined =>
  registers.recordNameOf(table) ?? contributions.rowTitles.get(table)?.one;

/**
 * Returns the name of the record that names a changed row; null when the table has no such column, or neither
 * the database nor the change contains the record.
 */
export function findNamingRecord(
  host: Host,
  reader: Reader,
  { table, id, before, after }: JournalEntry,
  findName: FindChangedName,
): string | null {
  const { namedBy, fields } = host.contributions.rowTitles.get(table) ?? {};
  const field = namedBy === undefined ? undefined : fields?.[namedBy];
  if (namedBy === undefined || !field) return null;
  const stored = () =>
    reader.value(`SELECT ${namedBy} FROM ${table} WHERE ${host.db.schema.table(table).id} = ?`, id);
  const value = after?.[namedBy] ?? before?.[namedBy] ?? stored() ?? null;
  return formatStoredValue(host, reader, field, value) ?? findName(field, value);
}
