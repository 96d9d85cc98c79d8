import type { SearchPart, SearchSource } from '../search/sources.ts';
import { type ColumnField, type Field, isUnique } from './fields.ts';
import { createReferenceNames } from './reference-names.ts';
import { isActivatable, type Register, searchKindOf } from './register.ts';
import type { Registers } from './registers.ts';

/**
 * Returns the search source of a register, from its fields marked `search` and the names of what it refers to;
 * undefined without such fields. The list of the register uses it. With a `searchKind` the global search uses
 * it too, for callers that may read the list.
 */
export function createListSearchSource(registers: Registers, register: Register): SearchSource | undefined {
  const columns = listSearchedColumns(register);
  const part = createSearchPart(registers, register, columns, register.id);
  const titleColumn = columns.find((name) => (register.fields[name] as ColumnField).search);
  if (!part || titleColumn === undefined) return undefined;
  const { fields, ...texts } = part;
  const { table, id: idColumn } = register;
  const isactive = isActivatable(register) ? 'isactive' : '1';
  const sql = `SELECT ${titleColumn} AS title, ${isactive} AS isactive FROM ${table} WHERE ${idColumn} = ?`;
  return {
    ...texts,
    kind: searchKindOf(register),
    access: register.can.read,
    listonly: register.searchKind === undefined,
    tables: { [table]: '' },
    url: (id) => `${register.path}/${id}`,
    document(reader, id) {
      const row = reader.get<{ title: string | null; isactive: number }>(sql, id);
      return (
        row && {
          title: String(row.title),
          subtitle: register.one,
          fields: fields(reader, id),
          isactive: row.isactive === 1,
        }
      );
    },
  };
}

/** Returns the register's own columns that the search covers; none when the register has no search. */
function listSearchedColumns({ fields }: Register): string[] {
  const searched = Object.keys(fields).filter((name) => isSearched(fields[name]!));
  return searched.some((name) => (fields[name] as ColumnField).search) ? searched : [];
}

const TEXT_KINDS: readonly string[] = ['text', 'longtext', 'email'];
const MAX_LENGTH = 65_536;

function isSearched(field: Field): boolean {
  if (field.place !== 'column') return false;
  const isText = TEXT_KINDS.includes(field.kind) && !field.signedIn && (field.max ?? 0) <= MAX_LENGTH;
  return field.search ?? isText;
}

/**
 * Returns what a register adds to a search source of its feature: its texts without the mark `search`, which
 * the source covers itself, and the names of what it refers to.
 */
export function createFurtherSearchPart(registers: Registers, register: Register): SearchPart | undefined {
  const columns = listSearchedColumns(register).filter(
    (name) => !(register.fields[name] as ColumnField).search,
  );
  return createSearchPart(registers, register, columns, register.id);
}

/**
 * Returns what a register adds to the search of the assets it extends: its texts, the names of what it refers
 * to, and that its list contains the asset. Returns undefined for a register of no assets.
 */
export const createAssetSearchPart = (registers: Registers, register: Register): SearchPart | undefined =>
  register.asset && createSearchPart(registers, register, listSearchedColumns(register), 'assetid');

/** Returns a part with columns of the row with this ID, and the names of what the row refers to. */
function createSearchPart(
  registers: Registers,
  register: Register,
  columns: readonly string[],
  idColumn: string,
): SearchPart | undefined {
  const { table, fields } = register;
  const referenced = createReferenceNames(registers, register, idColumn);
  const list = register.asset ? [{ field: 'list', title: 'List', text: register.name, isFilter: true }] : [];
  if (columns.length + list.length === 0 && !referenced) return undefined;
  const sql = `SELECT ${[idColumn, ...columns].join(', ')} FROM ${table} WHERE ${idColumn} = ?`;
  const own = columns.map((field) => ({
    field,
    title: fields[field]!.title,
    isPersonal: fields[field]!.personal,
  }));
  return {
    tables: register.asset ? { [table]: idColumn } : {},
    references: referenced?.references,
    keys: () => [...own, ...(referenced?.keys ?? [])],
    version: [...columns, referenced?.version, ...list.map(({ field }) => field)].join(' '),
    fields(reader, id) {
      const row = reader.get<Record<string, string | null>>(sql, id);
      // The asset has another type.
      if (!row) return [];
      const texts = own.map((key) => ({
        ...key,
        text: row[key.field],
        // Lists of their own have no index of identifiers.
        isKey: register.asset !== undefined && isUnique(fields[key.field]!),
      }));
      return [...texts, ...(referenced?.fields(reader, id) ?? []), ...list];
    },
  };
}
