import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import type { Row } from '../data/reader.ts';
import { type SQL, toConstantSql } from '../data/sql-text.ts';
import type { Tx } from '../data/tx.ts';
import { invalid } from '../errors.ts';
import { completeField, refuseSecrets } from './columns.ts';
import type { Column, ColumnField, PartField, ReadMany } from './fields.ts';
import { inputSchema } from './validate.ts';

type FieldTexts = Pick<PartField, 'title' | 'help' | 'section' | 'list' | 'signedIn' | 'personal'>;
type ColumnOf<T extends SQLiteTable> = keyof T['$inferSelect'] & string;

interface Rows<T extends SQLiteTable, C> extends FieldTexts {
  /** The column with the ID of the record. */
  by: ColumnOf<T>;
  /** The column that stores the order of the list. */
  order?: ColumnOf<T>;
  /**
   * The column that identifies a row within one record. A duplicate is rejected, and an existing row is
   * changed.
   */
  key?: ColumnOf<T> & keyof C;
  most?: number;
  columns: C;
  /** Reads more than the columns. Defaults to the ID and the columns of each row. */
  read?: ReadMany;
  /** Served with a single record only. */
  alone?: boolean;
  /** The register has few records, so that filters read the lists of all of them. */
  few?: boolean;
}

type RowColumns<T extends SQLiteTable> = {
  [K in ColumnOf<T>]?: Column<NonNullable<T['$inferSelect'][K]>, unknown>;
};

/**
 * Declares a list that the record owns, with one row of the table for each element. A list in a body replaces
 * it. It has at most `most` elements, by default 100.
 */
export function rowsOf<T extends SQLiteTable, const C extends RowColumns<T>>(
  table: T,
  { by, order, key, most = 100, columns, read, ...words }: Rows<T, C>,
): PartField {
  const { name, columns: declared } = getTableConfig(table);
  refuseSecrets(`The list ${name}`, columns as Record<string, ColumnField>);
  const id = declared.find((column) => column.primary)!.name;
  const rows = Object.fromEntries(
    Object.entries(columns as Record<string, ColumnField>).map(([column, field]) => [
      column,
      completeField(table, column, field),
    ]),
  );
  const columnList = [by, id, ...Object.keys(rows)].join(', ');
  const list = `SELECT ${columnList} FROM ${name} WHERE ${by} IN (SELECT value FROM json_each(?)) ORDER BY ${order ?? id}`;
  const readRows: ReadMany = (reader, ids) => {
    const all = Map.groupBy(reader.all<Row>(list, JSON.stringify(ids)), (row) => row[by] as number);
    return new Map([...all].map(([owner, found]) => [owner, found.map(({ [by]: _owner, ...row }) => row)]));
  };
  const element = z.object(
    Object.fromEntries(Object.entries(rows).map(([column, field]) => [column, inputSchema(field)])),
  );
  return {
    ...words,
    place: 'part',
    kind: 'json',
    writable: 'always',
    rows,
    schema: z.array(element).max(most),
    read: read ?? readRows,
    none: [],
    check: (_tx, value, path) => key && refuseTwins((value ?? []) as Row[], key, path, rows[key]!.title),
    save: (tx, owner, value) => {
      const present = tx.all<Row>(`SELECT * FROM ${name} WHERE ${by} = ? ORDER BY ${order ?? id}`, owner);
      const wanted = ((value ?? []) as Row[]).map((row, index) => ({
        ...Object.fromEntries(Object.keys(rows).map((column) => [column, row[column] ?? null])),
        ...(order && { [order]: index }),
      })) as Row[];
      replace(tx, { name, id, key }, present, wanted, { [by]: owner });
    },
  };
}

function refuseTwins(rows: readonly Row[], key: string, path: string, title: string): void {
  rows.forEach((row, index) => {
    if (rows.findIndex((other) => other[key] === row[key]) < index)
      throw invalid(`${path}.${index}.${key}`, `The list contains this ${title.toLowerCase()} twice.`);
  });
}

/**
 * Replaces the rows of an owner. Remaining rows keep their IDs: they are identified by their key, or by their
 * position in the list.
 */
function replace(
  tx: Tx,
  { name, id, key }: { name: string; id: string; key: string | undefined },
  present: Row[],
  wanted: Row[],
  owner: Row,
): void {
  const findWanted = (row: Row, index: number) =>
    key ? wanted.find((one) => one[key] === row[key]) : wanted[index];
  const matched = new Set<Row>();
  for (const [index, row] of present.entries()) {
    const next = findWanted(row, index);
    if (next) {
      tx.update(name, row[id] as number, next);
      matched.add(next);
    } else tx.delete(name, row[id] as number);
  }
  for (const row of wanted) if (!matched.has(row)) tx.insert(name, { ...owner, ...row });
}

interface Ids<T extends SQLiteTable> extends FieldTexts {
  /** The table of the records themselves. */
  of: SQLiteTable;
  /** The column with the ID of the record. It has the same name in both tables. */
  by: ColumnOf<T>;
  /** The column with the listed IDs. It has the same name in the referenced table. */
  to: ColumnOf<T>;
  /** The referenced table, and the name of one of its records. */
  ref: { table: SQLiteTable; one: string };
  most?: number;
  drawn?: string;
}

/**
 * Declares a list of IDs of records in the table of `ref`, such as `[3, 7]`. `table` has one row for each ID,
 * with the ID in `to` and its owner in `by`. The list has at most `most` IDs, by default 1,000. An unknown ID
 * is 400.
 */
export function idsIn<T extends SQLiteTable>(
  table: T,
  { of, by, to, ref, most = 1000, ...words }: Ids<T>,
): PartField {
  const { name, columns } = getTableConfig(table);
  const key = columns.find((column) => column.primary)!.name;
  const query = `SELECT 1 FROM ${getTableConfig(ref.table).name} WHERE ${to} = ?`;
  const owner = `${getTableConfig(of).name}.${by}`;
  return {
    ...words,
    place: 'part',
    kind: 'json',
    writable: 'always',
    schema: z.array(z.int().positive()).max(most),
    from: `(SELECT json_group_array(${to} ORDER BY ${to}) FROM ${name} WHERE ${by} = ${owner})`,
    check: (tx, value, path) => {
      for (const [index, id] of ((value ?? []) as number[]).entries())
        if (!tx.value(query, id)) throw invalid(`${path}.${index}`, `No ${ref.one} has the ID ${id}.`);
    },
    save: (tx, record, value) => {
      const wanted = new Set((value ?? []) as number[]);
      const present = tx.all<Row>(`SELECT ${key} AS id, ${to} AS other FROM ${name} WHERE ${by} = ?`, record);
      for (const row of present) if (!wanted.delete(row.other as number)) tx.delete(name, row.id as number);
      for (const other of wanted) tx.insert(name, { [by]: record, [to]: other });
    },
  };
}

/** Declares a single value that the record stores elsewhere: `from` reads it, `save` writes it. */
export function valueIn<S, G>(
  column: Column<S, G>,
  accessors: {
    from: SQL;
    check?(tx: Tx, value: G | null, path: string): void;
    save(tx: Tx, id: number, value: G | null): void;
  },
): PartField {
  refuseSecrets('A value of its own', { [column.title]: column });
  const { place: _column, stores: _stores, gives: _gives, needs: _needs, ...words } = column;
  return {
    ...words,
    place: 'part',
    from: toConstantSql(accessors.from),
    ...(accessors.check && { check: accessors.check as PartField['check'] }),
    save: accessors.save as PartField['save'],
  };
}
