import type { Reader } from '../data/reader.ts';
import type { SearchPart, SearchSource } from '../search/sources.ts';
import type { ColumnField } from './fields.ts';
import { isActivatable, type Register } from './register.ts';

/**
 * Returns the search source of a register, from its fields marked `search`; undefined when it has none. The
 * list of the register uses it. With a `searchKind` the global search uses it too, for callers that may read
 * the list.
 */
export function createListSearchSource(register: Register): SearchSource | undefined {
  const columns = listSearchedColumns(register);
  if (columns.length === 0) return undefined;
  return {
    kind: register.searchKind ?? register.name,
    access: register.can.read,
    listonly: register.searchKind === undefined,
    version: columns.join(' '),
    tables: { [register.table]: '' },
    url: (id) => `${register.path}/${id}`,
    document(reader, id) {
      const row = reader.get<Record<string, string | null>>(
        `SELECT ${columns.join(', ')} FROM ${register.table} WHERE ${register.id} = ?`,
        id,
      );
      return (
        row && {
          title: String(row[columns[0]!]),
          subtitle: register.one,
          texts: Object.values(row),
          keys: [],
          personal: columns.filter((name) => register.fields[name]!.personal).map((name) => row[name]),
          isactive: !isActivatable(register) || isActive(reader, register, id),
        }
      );
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

/** Returns the search text that a register adds to the assets it extends; undefined when it has none. */
export function createAssetSearchPart(register: Register): SearchPart | undefined {
  const columns = listSearchedColumns(register);
  if (!register.asset || columns.length === 0) return undefined;
  const sql = `SELECT ${columns.join(', ')} FROM ${register.table} WHERE assetid = ?`;
  const isKey = new Set(columns.filter((name) => (register.fields[name] as ColumnField).unique));
  const valuesOf = (reader: Reader, id: number, unique: boolean) =>
    Object.entries(reader.get<Record<string, string | null>>(sql, id) ?? {}).flatMap(([name, value]) =>
      isKey.has(name) === unique ? [value] : [],
    );
  return {
    tables: { [register.table]: 'assetid' },
    version: columns.join(' '),
    keys: (reader, id) => valuesOf(reader, id, true),
    texts: (reader, id) => valuesOf(reader, id, false),
    personal: (reader, id) => {
      const row = reader.get<Record<string, string | null>>(sql, id) ?? {};
      return Object.keys(row).flatMap((name) => (register.fields[name]!.personal ? [row[name]!] : []));
    },
  };
}
