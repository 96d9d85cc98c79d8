import type { Reader, Value } from '../data/reader.ts';
import type { SearchField } from '../search/document-words.ts';
import { type SearchKey, WITHIN_KEY } from '../search/field-tags.ts';
import type { NameReference } from '../search/outdated.ts';
import type { Field } from './fields.ts';
import type { Register } from './register.ts';
import type { Registers } from './registers.ts';
import { displayLabel } from './select.ts';
import { parentFieldOf, subtreeOf } from './subtree.ts';

/** The names of the records to which a record of a register refers. */
export interface ReferenceNames {
  /** Reads the names for the record in the row with this key. */
  fields(reader: Reader, key: number): SearchField[];
  references: readonly NameReference[];
  keys: () => readonly SearchKey[];
  /** Changes when other names are read. */
  version: string;
}

/** A reference of a register to records with names. */
interface NamedReference {
  field: string;
  title: string;
  target: Register;
  /** The column of the target with the name. */
  label: string;
  /** The column with the parent, for targets that form a tree. */
  parent: string | undefined;
  isPersonal: boolean;
}

/**
 * Returns how to read the names of the references in the register's own table, and when they are outdated.
 * For a location they include the names of the locations around it. Returns undefined without references.
 * `key` is the column by which a row is read, and `id` the column with the ID of its search document.
 */
export function createReferenceNames(
  registers: Registers,
  register: Register,
  key: string,
): ReferenceNames | undefined {
  const named = Object.entries(register.fields).flatMap(([name, field]) =>
    referenceOf(registers, name, field),
  );
  if (named.length === 0) return undefined;
  const { table } = register;
  const keys = named.map(({ field, title }) => ({
    field,
    title,
    aliases: [registers.displayKey(field, register.fields[field]!), field.replace(/id$/, '')],
  }));
  const sql = `SELECT ${named.map((one) => `${namesSql(one, table)} AS ${one.field}`).join(', ')} FROM ${table} WHERE ${table}.${key} = ?`;
  return {
    fields(reader, id) {
      const row = reader.get<Record<string, Value>>(sql, id) ?? {};
      return named.flatMap(({ field, title, isPersonal, parent }) =>
        // The first name is that of the record itself.
        (JSON.parse((row[field] as string) ?? '[]') as string[]).map((text, index) => ({
          field: index === 0 ? field : WITHIN_KEY.field,
          title,
          text,
          isPersonal,
          isAround: parent !== undefined && index === 0,
        })),
      );
    },
    keys: () => keys,
    references: named.map((one) => nameReferenceOf(one, table, key)),
    version: named.map(({ field, parent }) => (parent ? `${field}+` : field)).join(' '),
  };
}

function referenceOf(registers: Registers, name: string, field: Field): NamedReference[] {
  if (field.place !== 'column' || !field.ref) return [];
  const target = registers.get(field.ref.register);
  const label = displayLabel(target);
  const labelField = target.fields[label];
  if (!labelField || labelField.signedIn || labelField.kind === 'secret') return [];
  const isPersonal = field.personal === true || labelField.personal === true;
  return [{ field: name, title: field.title, target, label, parent: parentFieldOf(target), isPersonal }];
}

/** Returns SQL for a JSON list of the name that a column refers to, and of the names around it in a tree. */
function namesSql({ field, target, label, parent }: NamedReference, table: string): string {
  const around = parent
    ? `UNION SELECT one.${parent} FROM around JOIN ${target.table} one ON one.${target.id} = around.id`
    : '';
  return `(WITH RECURSIVE around (id) AS (SELECT ${table}.${field} ${around})
    SELECT json_group_array(named.${label}) FROM around JOIN ${target.table} named ON named.${target.id} = around.id)`;
}

function nameReferenceOf(
  { field, target, label, parent }: NamedReference,
  table: string,
  key: string,
): NameReference {
  return {
    table: target.table,
    columns: parent ? [label, parent] : [label],
    referrers(reader, id) {
      const ids = parent ? subtreeOf(reader, target, id) : [id];
      return reader
        .all<{ id: number }>(
          `SELECT ${key} AS id FROM ${table} WHERE ${field} IN (SELECT value FROM json_each(?))`,
          JSON.stringify(ids),
        )
        .map((row) => row.id);
    },
  };
}
