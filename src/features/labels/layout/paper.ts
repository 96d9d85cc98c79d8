/** Sizes of the paper in millimeters. */
export const PAPERS = {
  A4: { width: 210, height: 297 },
  Letter: { width: 215.9, height: 279.4 },
} as const;

export type PaperName = keyof typeof PAPERS;

/** Limits of a label on a roll in millimeters. */
export const LABEL_LIMITS = { min: 15, max: 210 } as const;

/** The numbers of a sheet of labels with their limits. Lengths are in millimeters. */
export const SHEET_LIMITS = {
  columns: { min: 1, max: 12 },
  rows: { min: 1, max: 40 },
  width: LABEL_LIMITS,
  height: { min: 10, max: 297 },
  margin: { min: 0, max: 100 },
  gap: { min: 0, max: 50 },
} as const;

/** The positions of labels on a sheet, in millimeters. */
export interface LabelGrid {
  paper: PaperName;
  columns: number;
  rows: number;
  /** Size of one label. */
  width: number;
  height: number;
  /** Distance of the first label from the edges of the paper. */
  left: number;
  top: number;
  /** Gaps between columns and between rows of labels. */
  gapx: number;
  gapy: number;
}

/** Returns the side on which labels exceed the paper by more than 0.3 mm; undefined when all are on it. */
export function findExcess(grid: LabelGrid): keyof (typeof PAPERS)['A4'] | undefined {
  const { width, height } = PAPERS[grid.paper];
  const right = grid.left + grid.columns * grid.width + (grid.columns - 1) * grid.gapx;
  const bottom = grid.top + grid.rows * grid.height + (grid.rows - 1) * grid.gapy;
  // Manufacturers round to tenths.
  if (right > width + 0.3) return 'width';
  return bottom > height + 0.3 ? 'height' : undefined;
}
