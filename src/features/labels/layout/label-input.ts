/** The kind of a row of a label. A number is never truncated; other rows may be shortened or left out. */
export type RowKind = 'number' | 'title' | 'line' | 'site';

export interface LabelRow {
  kind: RowKind;
  text: string;
  /** Maximum letter height in dots, so that all rows of a broken text have the same. */
  maxSize?: number;
}

/** The code of a label: modules along one side, white modules around it, and the largest module in dots. */
export interface LabelSymbol {
  isBars: boolean;
  modules: number;
  quiet: number;
  maxModule: number;
}

/** Input of the layout. Lengths are in dots, and the origin is the top left corner of the label. */
export interface LabelInput {
  width: number;
  height: number;
  dotsPerMm: number;
  /** Undefined for a text that does not fit into any code. */
  symbol: LabelSymbol | undefined;
  /** Rows from top to bottom. The text below a bar code is `caption`. */
  rows: readonly LabelRow[];
  caption: LabelRow;
  /** Returns the width of a row whose letters are one dot high. */
  measure(row: LabelRow): number;
}

export interface LabelBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A row with its position; `size` is the height of its letters. */
export interface PlacedRow extends LabelRow {
  x: number;
  y: number;
  width: number;
  size: number;
  isCentered?: boolean;
}

export interface LabelLayout {
  code: (LabelBox & { module: number }) | undefined;
  rows: PlacedRow[];
}

/** Height of the smallest letters in millimeters. */
const MIN_LETTER_MM = 1.5;

/** Returns the minimum height of letters in dots. */
export const computeMinLetterHeight = ({ dotsPerMm }: LabelInput): number =>
  Math.ceil(MIN_LETTER_MM * dotsPerMm);

/** Free margin at each edge as a share of the width and of the height, and its maximum in millimeters. */
const MARGIN = { x: 0.03, y: 0.06, most: 2.5 };

/**
 * Returns the label without its margins. Those at the left and right depend only on the width, those at the
 * top and bottom only on the height, so that a larger label always has more space.
 */
export function computeInnerBox({ width, height, dotsPerMm }: LabelInput): LabelBox {
  const most = MARGIN.most * dotsPerMm;
  const x = Math.round(Math.min(width * MARGIN.x, most));
  const y = Math.round(Math.min(height * MARGIN.y, most));
  return { x, y, width: width - 2 * x, height: height - 2 * y };
}

/** Reports whether a row is the number of the record, which is never shortened. */
export const isNumber = ({ kind }: LabelRow): boolean => kind === 'number';
