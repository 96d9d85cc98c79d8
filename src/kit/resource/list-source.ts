import type { Reader } from '../data/reader.ts';
import type { SearchSource } from '../search/sources.ts';
import { isActivatable, type Register } from './register.ts';

/** The search text of a register's own list, from its fields marked `search`; undefined when it has none. */
export function listSource(register: Register): SearchSource | undefined {
  const columns = Object.keys(register.fields).filter((name) => register.fields[name]!.search);
  if (columns.length === 0) return undefined;
  return {
    kind: register.name,
    permission: '',
    listonly: true,
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
          subtitle: register.titleone,
          texts: Object.values(row),
          keys: [],
          isactive: !isActivatable(register) || isActive(reader, register, id),
        }
      );
    },
  };
}

const isActive = (reader: Reader, { table, id: column }: Register, id: number): boolean =>
  reader.value(`SELECT isactive FROM ${table} WHERE ${column} = ?`, id) === 1;
