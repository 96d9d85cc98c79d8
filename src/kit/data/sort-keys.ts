import { foldName } from '../fold-name.ts';
import type { Reader, Row, Value } from './reader.ts';
import type { TableInfo } from './table-info.ts';

/**
 * The ending of the column that stores the sort key of another column: `namesortkey` belongs to `name`.
 * Transactions write it with the name. Rows that are read from transactions, and thus the journal, omit it.
 */
export const SORT_KEY_ENDING = 'sortkey';

const DIGITS = /\d+/g;
const ACCENTS = /[\u0300-\u036f]/g;
/** The most digits whose number affects the order. Longer numbers sort like numbers with this many digits. */
const MAX_DIGITS = 15;

/**
 * Returns the key by which a name sorts naturally: without regard to letter case, accents and leading zeros,
 * and with 2 before 10. Each number is preceded by a character for its number of digits.
 */
export const toSortKey = (name: string): string =>
  foldName(name)
    .normalize('NFD')
    .replace(ACCENTS, '')
    .replace(DIGITS, (digits) => {
      const number = digits.replace(/^0+/, '');
      return `${String.fromCharCode(48 + Math.min(number.length, MAX_DIGITS))}${number}`;
    });

/** Returns the columns with a sort key, each with the column of its key. */
export const findSortKeys = (columns: readonly string[]): Map<string, string> =>
  new Map(
    columns.flatMap((column): [string, string][] => {
      const key = `${column}${SORT_KEY_ENDING}`;
      return columns.includes(key) ? [[column, key]] : [];
    }),
  );

/** Returns the values with the sort keys of the names among them. */
export function addSortKeys({ sortKeys }: TableInfo, values: Row): Row {
  if (sortKeys.size === 0) return values;
  const keys: Row = {};
  for (const [column, key] of sortKeys) {
    const name = values[column];
    if (name !== undefined) keys[key] = typeof name === 'string' ? toSortKey(name) : null;
  }
  return { ...values, ...keys };
}

/** Removes the sort keys from a row that was read. Returns the row. */
export function removeSortKeys<T extends object | undefined>({ sortKeys }: TableInfo, row: T): T {
  if (row) for (const key of sortKeys.values()) delete (row as Row)[key];
  return row;
}

/** A transaction that can write outside the journal. */
interface KeyWriter extends Reader {
  readonly schema: { readonly withSortKeys: readonly TableInfo[] };
  runUnjournaled(sql: string, ...params: Value[]): number;
}

/** Writes the sort keys of all names that have none, for rows that migrations created or kept. */
export function fillSortKeys(tx: KeyWriter): void {
  for (const { name: table, id, sortKeys } of tx.schema.withSortKeys)
    for (const [column, key] of sortKeys) {
      const update = `UPDATE ${table} SET ${key} = ? WHERE ${id} = ?`;
      const select = `SELECT ${id} AS id, ${column} AS name FROM ${table} WHERE ${key} IS NULL AND ${column} IS NOT NULL`;
      for (const row of tx.all<{ id: number; name: string }>(select))
        tx.runUnjournaled(update, toSortKey(row.name), row.id);
    }
}
