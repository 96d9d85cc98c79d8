import type { ImportRow } from './import-types.ts';

/** Corrected cells of a file: the texts by line number and header. */
export type CellEdits = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A row of the preview with its cells. */
export interface CellRow {
  line: number;
  cells: readonly string[];
  /** The errors of the row by column; those of the whole row under ''. */
  errors: ReadonlyMap<string, string>;
}

/** Returns edits with another text for one cell. */
export const withCell = (edits: CellEdits, line: number, column: string, text: string): CellEdits => ({
  ...edits,
  [line]: { ...edits[line], [column]: text },
});

/** Returns a row with its cells in the order of the columns, and its errors. */
export function toCellRow({ line, errors: found }: ImportRow, cells: readonly string[]): CellRow {
  const errors = new Map<string, string>();
  for (const { column, message } of found)
    errors.set(column ?? '', [errors.get(column ?? ''), message].filter(Boolean).join(' '));
  return { line, cells, errors };
}
