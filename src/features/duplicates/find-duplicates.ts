import type { Reader, Row } from '../../kit/data/reader.ts';
import { sameName, toComparisonKey } from '../../kit/data/same-name.ts';
import type { TableInfo, UniqueIndex } from '../../kit/data/table-info.ts';
import type { Host } from '../../kit/host.ts';

/** Records of a register whose names are equal under Unicode case folding, which older data may contain. */
export interface Duplicate {
  register: string;
  /** The folded name. */
  key: string;
  ids: number[];
  /** The stored names, in the order of `ids`. */
  names: string[];
}

/**
 * Returns the groups of records whose unique names are equal under case folding, sorted by register and name.
 */
export const findDuplicates = (reader: Reader, { db, registers }: Host): Duplicate[] =>
  db.schema.named
    .flatMap((info) => duplicatesIn(reader, info, registers.findByTable(info.name)?.name ?? info.name))
    .sort((a, b) => a.register.localeCompare(b.register) || a.key.localeCompare(b.key));

function duplicatesIn(reader: Reader, info: TableInfo, register: string): Duplicate[] {
  return info.uniqueIndexes.flatMap((index) => {
    const column = index.columns.find((one) => info.names.has(one));
    if (column === undefined) return [];
    return listFoldedTwice(reader, info, column).flatMap((key) =>
      groupsOf(reader, info, index, { column, key }).map((rows) => ({
        register,
        key,
        ids: rows.map((row) => row[info.id] as number),
        names: rows.map((row) => row[column] as string),
      })),
    );
  });
}

/** Returns folded names that may occur twice. At least one name of each pair has letters beyond ASCII. */
function listFoldedTwice(reader: Reader, { name: table, id }: TableInfo, column: string): string[] {
  const rows = reader.all<{ folded: string }>(
    `SELECT folded FROM foldednames WHERE tablename = ? AND columnname = ? GROUP BY folded HAVING count(*) > 1
     UNION
     SELECT f.folded FROM foldednames f JOIN ${table} t ON t.${column} = f.folded AND t.${id} <> f.recordid
     WHERE f.tablename = ? AND f.columnname = ?`,
    table,
    column,
    table,
    column,
  );
  return rows.map(({ folded }) => folded);
}

interface NameColumn {
  column: string;
  key: string;
}

/**
 * Returns the rows of a name in groups that the unique index should treat as equal, without groups of a
 * single row.
 */
function groupsOf(reader: Reader, info: TableInfo, index: UniqueIndex, { column, key }: NameColumn): Row[][] {
  const { sql, params } = sameName({ table: info.name, id: info.id, column }, key);
  const rows = reader
    .all<Row>(`SELECT * FROM ${info.name} WHERE ${sql} ORDER BY ${info.id}`, ...params)
    .filter((row) => !index.isAmongActive || row.isactive === 1)
    .filter((row) => !index.isPlain || index.columns.every((one) => (row[one] ?? null) !== null));
  const groups = Map.groupBy(rows, (row) =>
    JSON.stringify(index.columns.map((one) => toComparisonKey(row[one]))),
  );
  return [...groups.values()].filter((group) => group.length > 1);
}
