/** What a row of a label says. The number of a thing is never cut; the others are shortened or left out. */
export type RowKind = 'number' | 'title' | 'line' | 'site';

export interface LabelRow {
  kind: RowKind;
  text: string;
}

/** The code of a label: its modules along one side, those that stay white around it, and its largest module in dots. */
export interface LabelSymbol {
  isBars: boolean;
  modules: number;
  quiet: number;
  maxModule: number;
}

/** What is laid out. Lengths are in dots, and the origin is the top left corner of the label. */
export interface LabelInput {
  width: number;
  height: number;
  dotsPerMm: number;
  /** Undefined for a text that no code can hold. */
  symbol: LabelSymbol | undefined;
  /** From top to bottom. The text below bars is `caption`. */
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

/** A row with its place; `size` is the height of its letters. */
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

/** Millimeters of the smallest letters. */
const MIN_LETTER_MM = 1.5;

export const computeMinLetterHeight = ({ dotsPerMm }: LabelInput): number =>
  Math.ceil(MIN_LETTER_MM * dotsPerMm);

/** Shares of the width and of the height that stay free at each edge, and the most in millimeters. */
const MARGIN = { x: 0.03, y: 0.06, most: 2.5 };

/** Returns the label without its margins. Each depends on one side alone, so that a larger label has more room. */
export function computeInnerBox({ width, height, dotsPerMm }: LabelInput): LabelBox {
  const most = MARGIN.most * dotsPerMm;
  const x = Math.round(Math.min(width * MARGIN.x, most));
  const y = Math.round(Math.min(height * MARGIN.y, most));
  return { x, y, width: width - 2 * x, height: height - 2 * y };
}

export const isNumber = ({ kind }: LabelRow): boolean => kind === 'number';
