import { findExcess, type LabelGrid, SHEET_LIMITS } from '../../../features/labels/layout/paper.ts';

/** The positions of labels on a sheet, in millimeters. */
export interface SheetLayout extends LabelGrid {
  name: string;
}

const sheet = (
  name: string,
  paper: SheetLayout['paper'],
  [columns, rows]: readonly [number, number],
  [width, height]: readonly [number, number],
  [left, top, gapx, gapy]: readonly [number, number, number, number],
): SheetLayout => ({ name, paper, columns, rows, width, height, left, top, gapx, gapy });

/** Widely available sheets, with the measures of their manufacturers. */
export const SHEETS: readonly SheetLayout[] = [
  sheet('Avery L7160, 21 on A4', 'A4', [3, 7], [63.5, 38.1], [7.2, 15.15, 2.55, 0]),
  sheet('Avery L7161, 18 on A4', 'A4', [3, 6], [63.5, 46.6], [7.2, 8.7, 2.55, 0]),
  sheet('Avery L7163, 14 on A4', 'A4', [2, 7], [99.1, 38.1], [4.65, 15.15, 2.5, 0]),
  sheet('Avery L7651, 65 on A4', 'A4', [5, 13], [38.1, 21.2], [4.75, 10.7, 2.5, 0]),
  sheet('Avery 5160, 30 on Letter', 'Letter', [3, 10], [66.7, 25.4], [4.75, 12.7, 3.15, 0]),
  sheet('Avery 5163, 10 on Letter', 'Letter', [2, 5], [101.6, 50.8], [4, 12.7, 4.7, 0]),
];

export const CUSTOM_SHEET = 'Own sheet';

/** The numbers of a custom sheet with their limits. */
export const SHEET_FIELDS = [
  { key: 'columns', title: 'Columns', ...SHEET_LIMITS.columns, whole: true },
  { key: 'rows', title: 'Rows', ...SHEET_LIMITS.rows, whole: true },
  { key: 'width', title: 'Label width', ...SHEET_LIMITS.width, whole: false },
  { key: 'height', title: 'Label height', ...SHEET_LIMITS.height, whole: false },
  { key: 'left', title: 'Left margin', ...SHEET_LIMITS.margin, whole: false },
  { key: 'top', title: 'Top margin', ...SHEET_LIMITS.margin, whole: false },
  { key: 'gapx', title: 'Column gap', ...SHEET_LIMITS.gap, whole: false },
  { key: 'gapy', title: 'Row gap', ...SHEET_LIMITS.gap, whole: false },
] as const;

export const countLabels = ({ columns, rows }: SheetLayout): number => columns * rows;

/** Reports whether all labels are on the paper, within 0.3 mm. */
export const fitsPaper = (layout: SheetLayout): boolean => findExcess(layout) === undefined;

/** Returns left and top of a label in millimeters. Positions count from 0, row by row. */
export function computeLabelOffset(layout: SheetLayout, position: number): { left: number; top: number } {
  const [column, row] = [position % layout.columns, Math.floor(position / layout.columns)];
  return {
    left: layout.left + column * (layout.width + layout.gapx),
    top: layout.top + row * (layout.height + layout.gapy),
  };
}

/**
 * Distributes items over sheets of `perSheet` positions. The first sheet begins at position `start`, because
 * the positions before it are already used.
 */
export function splitOverSheets<T>(
  things: readonly T[],
  perSheet: number,
  start: number,
): { position: number; thing: T }[][] {
  const sheets: { position: number; thing: T }[][] = [];
  for (const [index, thing] of things.entries()) {
    const at = start + index;
    const page = Math.floor(at / perSheet);
    sheets[page] ??= [];
    sheets[page].push({ position: at % perSheet, thing });
  }
  return sheets;
}
