import type { RowOutcome } from './outcomes.ts';
import type { SheetPlan } from './plan-sheet.ts';
import { listSecretColumns } from './rejected-rows.ts';
import type { SheetRow } from './sheet.ts';
import { sortByErrors } from './sort-by-errors.ts';

/** The texts of a row in the columns that an import uses, in the order of `columns`. */
export interface PreviewCells {
  line: number;
  cells: string[];
}

/** The first rows of a dry run, for corrections. */
export interface CellPreview {
  columns: string[];
  cells: PreviewCells[];
}

/** Maximum number of rows in one response. */
export const MAX_PREVIEW_ROWS = 500;
/** Maximum number of characters in one response, and in a dry run, which is stored. */
const MAX_CHARACTERS = 1_000_000;

/** Returns the texts of the first rows, those with errors first. Cells of secret fields are left out. */
export const previewCells = (plan: SheetPlan, rows: readonly RowOutcome[]): CellPreview =>
  readCellsOfLines(
    plan,
    sortByErrors(rows)
      .slice(0, MAX_PREVIEW_ROWS)
      .map(({ line }) => line),
  );

/** Returns the texts of the rows on these lines, in the order of the lines. Unknown lines are left out. */
export function readCellsOfLines(plan: SheetPlan, lines: readonly number[]): CellPreview {
  const rows = new Map(plan.sheet.rows.map((row) => [row.line, row]));
  return readCells(
    plan,
    lines.flatMap((line) => rows.get(line) ?? []),
  );
}

/** Returns the texts of the first of these rows that fit into one response. */
function readCells(plan: SheetPlan, rows: readonly SheetRow[]): CellPreview {
  const secret = listSecretColumns(plan);
  const { fields, id } = plan.columns;
  const indexes = [...(id ? [id.index] : []), ...fields.map(({ index }) => index)]
    .filter((index) => !secret.has(index))
    .sort((a, b) => a - b);
  const cells: PreviewCells[] = [];
  let left = MAX_CHARACTERS;
  for (const { line, cells: texts } of rows) {
    const shown = indexes.map((index) => texts[index] ?? '');
    left -= shown.reduce((sum, text) => sum + text.length, 0);
    if (left < 0) break;
    cells.push({ line, cells: shown });
  }
  return { columns: indexes.map((index) => plan.sheet.headers[index]!), cells };
}
