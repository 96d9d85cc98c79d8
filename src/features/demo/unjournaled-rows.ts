import { getTableName, is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Reader } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import * as kitTables from '../../kit/tables.ts';
import { assethistory } from '../catalog/tables.ts';
import { addRecord, lastIds } from './queries.ts';
import * as demoTables from './tables.ts';

/** Tables that outlive the demo data, and those of the kit, which it maintains itself. */
const EXCLUDED: ReadonlySet<string> = new Set(
  [...Object.values(kitTables), ...Object.values(demoTables), assethistory].flatMap((table) =>
    is(table, SQLiteTable) ? getTableName(table) : [],
  ),
);

/**
 * Records the rows that a load creates outside the journal, such as the items of a stocktake. The last ID of
 * each table shows which rows a transaction has added.
 */
export class UnjournaledRows {
  private last: Map<string, number>;

  constructor(reader: Reader) {
    this.last = readLastIds(reader);
  }

  /** Runs at the end of each transaction while a load runs. */
  record(tx: Tx, isLoad: boolean): void {
    const current = readLastIds(tx);
    if (isLoad)
      for (const tablename of tx.writtenTables) this.recordAdded(tx, tablename, current.get(tablename) ?? 0);
    this.last = current;
  }

  private recordAdded(tx: Tx, tablename: string, lastId: number): void {
    const before = this.last.get(tablename) ?? 0;
    if (lastId <= before || EXCLUDED.has(tablename)) return;
    const { id, columns } = tx.schema.table(tablename);
    // Tables of stored files delete them by jobs of their own.
    if (id === '' || columns.has('filename')) return;
    const added = tx.all<{ entityid: number }>(
      `SELECT ${id} AS entityid FROM ${tablename} WHERE ${id} > ? ORDER BY ${id}`,
      before,
    );
    for (const { entityid } of added) addRecord.run(tx, { tablename, entityid });
  }
}

/** Returns the last ID that each table has assigned. */
const readLastIds = (reader: Reader): Map<string, number> =>
  new Map(lastIds.all(reader).map(({ name, seq }) => [name, seq]));
