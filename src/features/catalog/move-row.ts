import { isUniqueViolation } from '../../kit/data/disk-errors.ts';
import type { Row } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import type { Register } from '../../kit/resource/register.ts';
import { findDuplicate } from '../../kit/resource/row-merge.ts';

/** The table and column to change, and the record that the column refers to afterwards. */
export interface RowMove {
  table: string;
  column: string;
  to: number;
}

/**
 * Moves a row to the other record. Returns false when the row stays because the other record already has such
 * a row. Unless only a partial unique index reveals that row, it becomes active if this one is.
 */
export function moveRow(tx: Tx, register: Register | undefined, way: RowMove, id: number): boolean {
  const { table, column, to } = way;
  const row = tx.row(table, id)!;
  const twin = findDuplicate(tx, register, table, { ...row, [column]: to });
  if (twin === undefined) return updateReference(tx, way, id);
  reactivate(tx, table, row, twin);
  return false;
}

/**
 * Updates the reference of a row to a record. Returns false when a partial unique index prevents it, such as
 * one line per asset in a stocktake.
 */
function updateReference(tx: Tx, { table, column, to }: RowMove, id: number): boolean {
  try {
    tx.attempt(() => tx.update(table, id, { [column]: to }));
    return true;
  } catch (cause) {
    if (isUniqueViolation(cause)) return false;
    throw cause;
  }
}

/**
 * Activates the other record's row when the moved one is active, so that the merged row is active if either
 * was.
 */
function reactivate(tx: Tx, table: string, row: Row, twin: number): void {
  if (row.isactive === 1 && tx.row(table, twin)?.isactive === 0) tx.update(table, twin, { isactive: 1 });
}
