import { advanceInstant } from '../clock.ts';
import type { JournalEntry } from '../data/journal.ts';
import { refuseSameName } from '../data/name-keys.ts';
import type { Reader, Row, Value } from '../data/reader.ts';
import type { Schema } from '../data/schema.ts';
import { addSortKeys } from '../data/sort-keys.ts';
import type { Tx } from '../data/tx.ts';
import { AppError } from '../errors.ts';
import { recordRevert, revertOf } from './queries.ts';

/**
 * Reverts one journal entry. Throws 409 when a row that the change created is referenced, or a unique name is
 * in use again. `titleOf` names a table in that message. A row whose update is reverted gets a newer
 * `modifieddate`, so that clients which poll for changes see it and `isUnchangedSince` recognizes it.
 */
export function revertEntry(tx: Tx, entry: JournalEntry, titleOf: (table: string) => string): void {
  const { table, id } = entry;
  tx.isReversal = true;
  if (entry.op === 'insert') {
    refuseUsed(tx, table, id, titleOf);
    tx.delete(table, id);
    return;
  }
  if (entry.op === 'delete') restore(tx, table, id, entry.before as Row);
  else putBack(tx, table, id, { before: entry.after as Row, after: entry.before as Row });
}

function putBack(tx: Tx, table: string, id: number, { before, after }: { before: Row; after: Row }): void {
  const now = tx.row(table, id);
  if (!now) throw new Error(`There is no row ${id} in ${table}.`);
  const stamp = advanceInstant(now.modifieddate as string, tx.at);
  const isStamped = after.modifieddate !== undefined;
  if (isStamped) {
    const firststamp = firstStamp(tx, table, id, after.modifieddate);
    recordRevert.run(tx, { tablename: table, entityid: id, stamp, firststamp });
  }
  const values = isStamped ? { ...after, modifieddate: stamp } : after;
  if (!tx.isRollback) refuseSameName(tx, { table, id, next: values, current: now });
  tx.write(table, id, values);
  tx.record({
    table,
    id,
    op: 'update',
    before: Object.fromEntries(Object.keys(before).map((column) => [column, now[column]!])),
    after: values,
  });
}

/** Returns the stamp that the content of a row had before it was reverted, possibly several times. */
function firstStamp(reader: Reader, tablename: string, entityid: number, stamp: Value | undefined): string {
  const revert = revertOf.get(reader, { tablename, entityid, stamp: stamp as string });
  return revert?.firststamp ?? (stamp as string);
}

/** The state of a row after a change. */
export interface RowAfterChange {
  table: string;
  id: number;
  /** The columns after the change; null when the change deleted the row. */
  columns: Row | null;
}

/**
 * Returns the state of each row after all changes together. One transaction may change a row more than once.
 */
export function computeRowsAfterChanges(entries: readonly JournalEntry[]): RowAfterChange[] {
  const states = new Map<string, RowAfterChange>();
  for (const { table, id, op, after } of entries) {
    const key = `${table}/${id}`;
    const columns = op === 'update' ? { ...states.get(key)?.columns, ...after } : after;
    states.set(key, { table, id, columns });
  }
  return [...states.values()];
}

/**
 * Reports whether a row is still as a change left it; without `columns`, whether it is still absent. The
 * stamp of a row, its `modifieddate`, moves with journaled writes. The stamp of a reverted row counts as the
 * older one. Rows without a stamp are compared by their columns.
 */
export function isUnchangedSince(
  reader: Reader,
  schema: Schema,
  { table, id, columns: left }: RowAfterChange,
): boolean {
  const now = reader.get<Row>(`SELECT * FROM ${table} WHERE ${schema.table(table).id} = ?`, id);
  if (!now || !left) return !now && !left;
  if (left.modifieddate === undefined)
    return Object.entries(left).every(([column, value]) => now[column] === value);
  const stampOf = (row: Row) => firstStamp(reader, table, id, row.modifieddate);
  return now.modifieddate === left.modifieddate || stampOf(now) === stampOf(left);
}

function restore(tx: Tx, table: string, id: number, row: Row): void {
  if (!tx.isRollback) refuseSameName(tx, { table, id, next: row });
  const stored = addSortKeys(tx.schema.table(table), row);
  const columns = Object.keys(stored);
  tx.runUnjournaled(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    ...Object.values(stored),
  );
  tx.record({ table, id, op: 'insert', before: null, after: row });
}

function refuseUsed(tx: Tx, table: string, id: number, titleOf: (table: string) => string): void {
  const use = findUse(tx, tx.schema, table, id);
  if (!use) return;
  throw new AppError(
    'CONFLICT',
    `This change cannot be undone, because ${use.count} ${titleOf(use.table)} now use a record that it created.`,
    { references: { [use.table]: use.count } },
  );
}

/** Returns a table with rows that prevent the deletion of a row, and their number; undefined without any. */
export function findUse(
  reader: Reader,
  schema: Schema,
  table: string,
  id: number,
): { table: string; count: number } | undefined {
  for (const { table: other, column } of schema.referencesTo(table)) {
    const count = reader.value<number>(`SELECT count(*) FROM ${other} WHERE ${column} = ?`, id);
    if (count) return { table: other, count };
  }
  return undefined;
}
