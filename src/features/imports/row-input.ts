import type { Reader } from '../../kit/data/reader.ts';
import type { Input, RecordOut } from '../../kit/resource/register.ts';
import { valueOfCell } from './cells.ts';
import type { Column } from './columns.ts';
import { PENDING, type References } from './references.ts';
import type { Sheet, SheetRow } from './sheet.ts';

/** What is wrong with a row, in one plain sentence. */
export class RowProblem extends Error {}

/** A row as input of the register's writer. */
export interface RowInput {
  input: Input;
  /** References to records that earlier rows of a dry run add: display key and name. */
  pending: RecordOut;
}

/** Reads the cells of a row. Throws a RowProblem. */
export function readRow(
  reader: Reader,
  row: SheetRow,
  sheet: Sheet,
  columns: readonly Column[],
  references: References,
): RowInput {
  refuseRagged(row, sheet.headers.length);
  const input: Input = {};
  const pending: RecordOut = {};
  const filled = columns.filter(({ index }) => row.cells[index]?.trim());
  for (const { name, field, index } of filled)
    if (!field.ref) input[name] ??= valueOfCell(field, row.cells[index]!, sheet.decimalcomma);
  for (const column of filled.filter(({ field }) => field.ref)) {
    if (column.name in input || column.name in pending) continue;
    const cell = row.cells[column.index]!.trim();
    const found = references.resolve(reader, column, cell, input);
    if (found === PENDING) pending[column.name] = cell;
    else if (typeof found === 'number') input[column.name] = found;
    else throw new RowProblem(`${column.field.title}: ${found.problem}`);
  }
  return { input, pending };
}

/** A row that is too short or too long has slipped: its cells would land in the wrong fields. */
function refuseRagged({ cells }: SheetRow, width: number): void {
  const extra = cells.slice(width).some((cell) => cell.trim() !== '');
  if (cells.length < width || extra)
    throw new RowProblem(`This row has ${cells.length} cells, the header has ${width}.`);
}
