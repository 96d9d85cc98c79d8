import type { TimeSlice } from '../../kit/time-slice.ts';
import type { DateOrder } from './dates.ts';
import type { ImportColumn } from './header-words.ts';
import { type DecimalMark, type Notation, notationOf } from './numbers.ts';
import type { SheetRow } from './sheet.ts';

/** The notation of each number column, by the index of the column. */
export type Notations = ReadonlyMap<number, Notation>;

/** The format of the cells of a sheet. */
export interface SheetFormats {
  notations: Notations;
  dateorder: DateOrder | undefined;
}

/**
 * Finds the notation of the number columns: the chosen one for all columns, or one that the cells of each
 * column determine. A column whose cells do not determine one has no entry.
 */
export async function findNotations(
  columns: readonly ImportColumn[],
  rows: readonly SheetRow[],
  chosen: DecimalMark | undefined,
  turn: TimeSlice,
): Promise<Notations> {
  const notations = new Map<number, Notation>();
  for (const column of columns) {
    const { index } = column;
    if (!hasNumbers(column)) continue;
    const notation = chosen ?? notationOf(cellsOf(rows, index));
    if (notation) notations.set(index, notation);
    if (turn.isOver) await turn.next();
  }
  return notations;
}

const hasNumbers = ({ field, added }: ImportColumn): boolean =>
  [field, ...(added?.fieldsByType?.values() ?? [])].some(
    ({ kind }) => kind === 'number' || kind === 'integer',
  );

function* cellsOf(rows: readonly SheetRow[], index: number): Generator<string> {
  for (const { cells } of rows) if (cells[index]?.trim()) yield cells[index];
}

/**
 * Returns the chosen or detected decimal mark of each number column, by its header. Columns without a mark or
 * with both are left out.
 */
export const decimalsOf = (headers: readonly string[], notations: Notations): Record<string, DecimalMark> =>
  Object.fromEntries(
    [...notations].flatMap(([index, notation]) =>
      notation === 'mixed' ? [] : [[headers[index]!, notation]],
    ),
  );
