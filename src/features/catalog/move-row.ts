import { isUniqueViolation } from '../../kit/data/disk-errors.ts';
import type { Row } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { findDuplicate } from '../../kit/resource/row-merge.ts';
import type { Register } from '../../kit/resource/register.ts';

/** The record that the rows of a table refer to afterwards, and by which column. */
export interface RowMove {
  table: string;
  column: string;
  to: number;
}

/** Answers whether the row refers to the other record now: it stays where that one has such a row. */
export function moveRow(tx: Tx, register: Register | undefined, way: RowMove, id: number): boolean {
  const { table, column, to } = way;
  const row = tx.row(table, id)!;
  const twin = findDuplicate(tx, register, table, { ...row, [column]: to });
  if (twin === undefined) return refersTo(tx, way, id);
  reactivate(tx, table, row, twin);
  return false;
}

/** What is unique among some rows only, such as one line in a stocktake, stays. */
function refersTo(tx: Tx, { table, column, to }: RowMove, id: number): boolean {
  try {
    tx.attempt(() => tx.update(table, id, { [column]: to }));
    return true;
  } catch (cause) {
    if (isUniqueViolation(cause)) return false;
    throw cause;
  }
}

/** What is there on both is there as long as one of them has it. */
function reactivate(tx: Tx, table: string, row: Row, twin: number): void {
  if (row.isactive === 1 && tx.row(table, twin)?.isactive === 0) tx.update(table, twin, { isactive: 1 });
}
