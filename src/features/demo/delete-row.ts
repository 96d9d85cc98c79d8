import type { Row } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { AppError } from '../../kit/errors.ts';
import { FILE_REMOVED } from '../../kit/files/store.ts';
import { deleteMergedNames } from '../../kit/resource/merged-names.ts';
import type { RowKey } from './kept-rows.ts';
import { demoRecord, fileById } from './queries.ts';

/** Reports whether a demo row may be deleted together with the row to which it refers. */
export type MayFollow = (key: RowKey) => boolean;

/**
 * Deletes a row of the demo data with the rows that the appliance derived from it, such as the readings of a
 * printer. Demo rows that refer to it are deleted too if `mayFollow` accepts them. Throws 409 IN_USE when other
 * rows need it.
 */
export function deleteRow(tx: Tx, { tablename, entityid }: RowKey, mayFollow: MayFollow): void {
  const file = tablename === 'files' ? fileById.get(tx, { fileid: entityid }) : undefined;
  deleteReferences(tx, { tablename, entityid }, mayFollow);
  deleteMergedNames(tx, tablename, entityid);
  tx.delete(tablename, entityid);
  if (file) tx.emit({ name: FILE_REMOVED, ...file });
}

/** Deletes the rows that would prevent the deletion of this row. */
function deleteReferences(tx: Tx, { tablename, entityid }: RowKey, mayFollow: MayFollow): void {
  for (const { table, column, ondelete } of tx.schema.keysTo(tablename)) {
    const { id } = tx.schema.table(table);
    if (id === '' || ondelete === 'SET NULL') continue;
    for (const row of tx.all<Row>(`SELECT * FROM ${table} WHERE ${column} = ?`, entityid)) {
      const key = { tablename: table, entityid: row[id] as number };
      const isDemo = demoRecord.get(tx, key) !== undefined;
      if (!isDemo && belongsToUser(tx, table, row)) throw inUseError();
      if (ondelete === 'CASCADE') deleteReferences(tx, key, mayFollow);
      else if (!isDemo || mayFollow(key)) deleteRow(tx, key, mayFollow);
      else throw inUseError();
    }
  }
}

/** Reports whether the row belongs to a row that is not of the demo data, such as a stocktake of a user. */
const belongsToUser = (tx: Tx, table: string, row: Row): boolean =>
  tx.schema.table(table).foreignKeys.some((key) => {
    const entityid = row[key.column];
    return (
      typeof entityid === 'number' &&
      isRequired(tx, table, key.column) &&
      !demoRecord.get(tx, { tablename: key.table, entityid })
    );
  });

const isRequired = (tx: Tx, table: string, column: string): boolean =>
  tx.value<number>('SELECT "notnull" FROM pragma_table_info(?) WHERE name = ?', table, column) === 1;

const inUseError = () => new AppError('IN_USE', 'Other records use this record.');
