import type { RowOutcome } from './outcomes.ts';
import type { SheetPlan } from './plan-sheet.ts';
import { listSecretColumns } from './rejected-rows.ts';

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

const MAX_ROWS = 500;
/** Maximum number of characters, because a dry run is stored. */
const MAX_CHARACTERS = 1_000_000;

/** Returns the texts of the first rows, those with errors first. Cells of secret fields are left out. */
export function previewCells(plan: SheetPlan, rows: readonly RowOutcome[]): CellPreview {
  const secret = listSecretColumns(plan);
  const { fields, id } = plan.columns;
  const indexes = [...(id ? [id.index] : []), ...fields.map(({ index }) => index)]
    .filter((index) => !secret.has(index))
    .sort((a, b) => a - b);
  const failed = new Set(rows.filter(({ outcome }) => outcome === 'error').map(({ row }) => row));
  const isFailed = ({ row }: { row: number }) => failed.has(row);
  const wanted = [...plan.sheet.rows.filter(isFailed), ...plan.sheet.rows.filter((row) => !isFailed(row))];
  const cells: PreviewCells[] = [];
  let left = MAX_CHARACTERS;
  for (const { line, cells: texts } of wanted.slice(0, MAX_ROWS)) {
    const shown = indexes.map((index) => texts[index] ?? '');
    left -= shown.reduce((sum, text) => sum + text.length, 0);
    if (left < 0) break;
    cells.push({ line, cells: shown });
  }
  return { columns: indexes.map((index) => plan.sheet.headers[index]!), cells };
}
