import { conflict } from '../errors.ts';
import { foldName, isAscii } from '../fold-name.ts';
import type { JournalEntry } from './journal.ts';
import type { Reader, Row, Value } from './reader.ts';
import { toComparisonKey } from './same-name.ts';
import type { Schema } from './schema.ts';
import type { TableInfo, UniqueIndex } from './table-info.ts';

/** The parts of a transaction that the comparison of names needs. */
export interface NameWriter extends Reader {
  readonly schema: Schema;
  readonly journal: readonly JournalEntry[];
  /** The time of the change that the transaction undoes. */
  undoes?: string;
  row(table: string, id: number): Row | undefined;
  runUnjournaled(sql: string, ...params: Value[]): number;
}

const PUT = `INSERT INTO foldednames (tablename, columnname, recordid, folded) VALUES (?, ?, ?, ?)
  ON CONFLICT (tablename, columnname, recordid) DO UPDATE SET folded = excluded.folded`;
const DELETE_NAME = 'DELETE FROM foldednames WHERE tablename = ? AND columnname = ? AND recordid = ?';
const FIND = 'SELECT recordid FROM foldednames WHERE tablename = ? AND columnname = ? AND folded = ?';

/**
 * Updates `foldednames` for a journaled change. Names are compared by Unicode case folding, but SQLite folds
 * only ASCII. The table therefore has the folded form of each name with other letters. It changes with every
 * journal entry, so that it matches the data.
 */
export function updateFoldedNames(tx: NameWriter, { table, id, op, before, after }: JournalEntry): void {
  for (const column of tx.schema.table(table).names) {
    if (op === 'update' && after?.[column] === undefined) continue;
    const name = after?.[column];
    if (hasFolded(name)) tx.runUnjournaled(PUT, table, column, id, foldName(name));
    else if (hasFolded(before?.[column])) tx.runUnjournaled(DELETE_NAME, table, column, id);
  }
}

const hasFolded = (name: Value | undefined): name is string => typeof name === 'string' && !isAscii(name);

/** Rebuilds the folded forms of the names of all rows, which only names with characters beyond ASCII have. */
export function foldAllNames(tx: NameWriter): void {
  tx.runUnjournaled('DELETE FROM foldednames');
  for (const { name: table, id, names } of tx.schema.named)
    for (const column of names)
      for (const row of tx.all<{ id: number; name: string }>(
        `SELECT ${id} AS id, ${column} AS name FROM ${table} WHERE ${column} GLOB ?`,
        '*[^\u0001-\u007f]*',
      ))
        tx.runUnjournaled(PUT, table, column, row.id, foldName(row.name));
}

/** A row about to be written: its new values and its current state. */
interface NameWrite {
  table: string;
  /** The ID, or 0 for a new row. */
  id: number;
  next: Row;
  current?: Row;
}

/**
 * Throws 409 CONFLICT when a row takes a unique name that another row has in another letter case beyond
 * ASCII. SQLite itself rejects equal names and those that differ in ASCII letters. Existing duplicates stay,
 * because only a change of the unique values is checked. An undo may restore duplicates that existed at the
 * time of the change. Names that are unique among active rows only are not checked here.
 */
export function refuseSameName(tx: NameWriter, { table, id, next, current }: NameWrite): void {
  const info = tx.schema.table(table);
  if (info.names.size === 0) return;
  const row = { ...current, ...next };
  for (const index of info.uniqueIndexes) {
    const name = index.columns.find((column) => info.names.has(column));
    if (name === undefined || index.isAmongActive || !changes(index, row, current)) continue;
    if (holderOf(tx, info, { index, name, id, row }) !== undefined)
      throw conflict(name, `${JSON.stringify(row[name])} belongs to another record. Use a different name.`);
  }
}

const changes = (index: UniqueIndex, row: Row, current: Row | undefined): boolean =>
  !current ||
  index.columns.some((column) => toComparisonKey(row[column]) !== toComparisonKey(current[column]));

interface NewName {
  index: UniqueIndex;
  /** The column of the index that has the name. */
  name: string;
  id: number;
  row: Row;
}

/** Returns the ID of the row that already has the unique values in another letter case. */
function holderOf(tx: NameWriter, info: TableInfo, { index, name, id, row }: NewName): number | undefined {
  const value = row[name];
  if (typeof value !== 'string') return undefined;
  if (index.isPlain && index.columns.some((column) => (row[column] ?? null) === null)) return undefined;
  return namesakes(tx, info, name, value).find((other) => {
    if (other === id) return false;
    const namesake = tx.row(info.name, other);
    if (!namesake || isAsBefore(tx, info.name, other, namesake)) return false;
    return index.columns.every(
      (column) => toComparisonKey(namesake[column]) === toComparisonKey(row[column]),
    );
  });
}

/**
 * Reports whether a row is unchanged since before the change that is being undone. Two rows already had the
 * same name at that time, so the undo may restore this name.
 */
function isAsBefore(tx: NameWriter, table: string, id: number, { createddate, modifieddate }: Row): boolean {
  const { undoes } = tx;
  if (undoes === undefined || typeof createddate !== 'string' || typeof modifieddate !== 'string')
    return false;
  const isTouched = tx.journal.some((entry) => entry.table === table && entry.id === id);
  return createddate <= undoes && (modifieddate <= undoes || isTouched);
}

/** Returns the rows whose name has the same folded form, without those that SQLite itself considers equal. */
function namesakes(tx: NameWriter, info: TableInfo, column: string, name: string): number[] {
  const folded = foldName(name);
  const others = tx
    .all<{ recordid: number }>(FIND, info.name, column, folded)
    .map(({ recordid }) => recordid);
  if (isAscii(name) || !isAscii(folded)) return others;
  const plain = tx.all<{ id: number }>(
    `SELECT ${info.id} AS id FROM ${info.name} WHERE ${column} = ?`,
    folded,
  );
  return [...others, ...plain.map(({ id }) => id)];
}
