import type { Reader } from '../data/reader.ts';
import type { SearchField } from '../search/document-words.ts';
import type { SearchKey } from '../search/field-tags.ts';
import type { SearchPart, SearchSource } from '../search/sources.ts';
import { isUnique } from './fields.ts';
import { createReferenceNames } from './reference-names.ts';
import { isActivatable, type Register } from './register.ts';
import type { Registers } from './registers.ts';

/**
 * Returns the search source of a register, from its fields marked `search` and the names of what it refers to;
 * undefined without such fields. The list of the register uses it. With a `searchKind` the global search uses
 * it too, for callers that may read the list.
 */
export function createListSearchSource(registers: Registers, register: Register): SearchSource | undefined {
  const columns = listSearchedColumns(register);
  if (columns.length === 0) return undefined;
  const referenced = createReferenceNames(registers, register, register.id);
  const keys = [...toKeys(register, columns), ...(referenced?.keys() ?? [])];
  return {
    kind: register.searchKind ?? register.name,
    access: register.can.read,
    listonly: register.searchKind === undefined,
    version: [...columns, referenced?.version].join(' '),
    tables: { [register.table]: '' },
    references: referenced?.references,
    keys: () => keys,
    url: (id) => `${register.path}/${id}`,
    document(reader, id) {
      const row = reader.get<Record<string, string | null>>(
        `SELECT ${columns.join(', ')} FROM ${register.table} WHERE ${register.id} = ?`,
        id,
      );
      if (!row) return undefined;
      return {
        title: String(row[columns[0]!]),
        subtitle: register.one,
        fields: [...toFields(register, columns, row), ...(referenced?.fields(reader, id) ?? [])],
        isactive: !isActivatable(register) || isActive(reader, register, id),
      };
    },
  };
}

const isActive = (reader: Reader, { table, id: column }: Register, id: number): boolean =>
  reader.value(`SELECT isactive FROM ${table} WHERE ${column} = ?`, id) === 1;

/** Returns the register's own columns that the search covers. */
function listSearchedColumns({ fields }: Register): string[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.place === 'column' && field.search ? [name] : [],
  );
}

/** Returns the names that a record with a search source of its own refers to; undefined when it has none. */
export function createNamesSearchPart(registers: Registers, register: Register): SearchPart | undefined {
  const referenced = createReferenceNames(registers, register, register.id);
  return referenced && { tables: {}, ...referenced };
}

/**
 * Returns the search text that a register adds to the assets it extends, with the names of what it refers to;
 * undefined when it has none.
 */
export function createAssetSearchPart(registers: Registers, register: Register): SearchPart | undefined {
  if (!register.asset) return undefined;
  const columns = listSearchedColumns(register);
  const referenced = createReferenceNames(registers, register, 'assetid');
  if (columns.length === 0 && !referenced) return undefined;
  const keys = [...toKeys(register, columns), ...(referenced?.keys() ?? [])];
  const sql = `SELECT ${['assetid', ...columns].join(', ')} FROM ${register.table} WHERE assetid = ?`;
  return {
    tables: { [register.table]: 'assetid' },
    references: referenced?.references,
    keys: () => keys,
    version: [...columns, referenced?.version].join(' '),
    fields(reader, id) {
      const row = reader.get<Record<string, string | null>>(sql, id);
      // The asset has another type.
      if (!row) return [];
      const own = toFields(register, columns, row).map((field) => ({
        ...field,
        isKey: isUnique(register.fields[field.field]!),
      }));
      return [...own, ...(referenced?.fields(reader, id) ?? [])];
    },
  };
}

const toKeys = ({ fields }: Register, columns: readonly string[]): SearchKey[] =>
  columns.map((field) => ({ field, title: fields[field]!.title }));

const toFields = (
  { fields }: Register,
  columns: readonly string[],
  row: Readonly<Record<string, string | null>>,
): SearchField[] =>
  columns.map((name) => ({
    field: name,
    title: fields[name]!.title,
    text: row[name],
    isPersonal: fields[name]!.personal,
  }));
