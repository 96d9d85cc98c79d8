import type { Reader, Value } from '../data/reader.ts';
import type { SearchField } from '../search/document-words.ts';
import { type SearchKey, WITHIN_KEY } from '../search/field-tags.ts';
import type { NameReference } from '../search/outdated.ts';
import type { Field } from './fields.ts';
import { type Register, searchKindOf } from './register.ts';
import type { Registers } from './registers.ts';
import { displayLabel } from './select.ts';
import { parentFieldOf, subtreeOf } from './subtree.ts';

/** The names of the records to which a record of a register refers. */
export interface ReferenceNames {
  /** Reads the names for the record with this ID. */
  fields(reader: Reader, id: number): SearchField[];
  references: readonly NameReference[];
  keys: readonly SearchKey[];
  /** Changes when other names are read. */
  version: string;
}

/** A reference of a register to records with names. */
interface NamedReference {
  key: SearchKey;
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
 * `idColumn` is the column with the ID of the search document, by which a row is read.
 */
export function createReferenceNames(
  registers: Registers,
  register: Register,
  idColumn: string,
): ReferenceNames | undefined {
  const named = Object.entries(register.fields).flatMap(([name, field]) =>
    referenceOf(registers, name, field),
  );
  if (named.length === 0) return undefined;
  const { table } = register;
  const columns = named.map((one) => `${table}.${one.key.field}, ${namesSql(one, table)} AS ${namesOf(one)}`);
  const sql = `SELECT ${columns.join(', ')} FROM ${table} WHERE ${table}.${idColumn} = ?`;
  return {
    fields(reader, id) {
      const row = reader.get<Record<string, Value>>(sql, id) ?? {};
      return named.flatMap((one) => {
        const { key, isPersonal, parent } = one;
        const id = row[key.field] ?? null;
        const own = { field: key.field, title: key.title, isPersonal };
        const names = JSON.parse((row[namesOf(one)] as string) ?? '[]') as string[];
        return [
          ...names.map((text, index) => ({
            ...own,
            text,
            keys: keysOfName(key, parent !== undefined, index),
          })),
          { ...own, text: id === null ? null : String(id), isFilter: true },
        ];
      });
    },
    keys: named.map((one) => one.key),
    references: named.map((one) => nameReferenceOf(one, table, idColumn)),
    version: named.map(({ key, parent }) => (parent ? `${key.field}+` : key.field)).join(' '),
  };
}

/** Returns the name of the column with the names of a reference. */
const namesOf = ({ key }: NamedReference): string => `names_of_${key.field}`;

/** Reports whether the search documents of a register contain the ID in a field, by which lists are filtered. */
export const isReferenceIndexed = (registers: Registers, name: string, field: Field): boolean =>
  referenceOf(registers, name, field).length > 0;

function referenceOf(registers: Registers, name: string, field: Field): NamedReference[] {
  if (field.place !== 'column' || !field.ref) return [];
  const target = registers.get(field.ref.register);
  const label = displayLabel(target);
  const labelField = target.fields[label];
  if (!labelField || labelField.signedIn || labelField.kind === 'secret') return [];
  const isPersonal = field.personal === true || labelField.personal === true;
  const aliases = [registers.displayKey(name, field), name.replace(/id$/, '')];
  const parent = parentFieldOf(target);
  const key = {
    field: name,
    title: field.title,
    aliases,
    targetKind: searchKindOf(target),
    isInTree: parent !== undefined,
    isPersonal,
  };
  return [{ key, target, label, parent, isPersonal }];
}

/** Returns the keys that find a name. The first name is that of the record itself, the others are around it. */
function keysOfName(key: SearchKey, isInTree: boolean, index: number): SearchKey[] {
  if (index > 0) return [WITHIN_KEY];
  return isInTree ? [key, WITHIN_KEY] : [key];
}

/**
 * Returns SQL for a JSON list of the name that a column refers to, and of the names around it in a tree, from
 * the inside out. CROSS JOIN keeps that order.
 */
function namesSql({ key, target, label, parent }: NamedReference, table: string): string {
  const around = parent
    ? `UNION SELECT one.${parent} FROM around JOIN ${target.table} one ON one.${target.id} = around.id`
    : '';
  return `(WITH RECURSIVE around (id) AS (SELECT ${table}.${key.field} ${around})
    SELECT json_group_array(named.${label}) FROM around CROSS JOIN ${target.table} named ON named.${target.id} = around.id)`;
}

function nameReferenceOf(
  { key, target, label, parent }: NamedReference,
  table: string,
  idColumn: string,
): NameReference {
  return {
    table: target.table,
    columns: parent ? [label, parent] : [label],
    referrers(reader, id) {
      const ids = parent ? subtreeOf(reader, target, id) : [id];
      return reader
        .all<{ id: number }>(
          `SELECT ${idColumn} AS id FROM ${table} WHERE ${key.field} IN (SELECT value FROM json_each(?))`,
          JSON.stringify(ids),
        )
        .map((row) => row.id);
    },
  };
}
