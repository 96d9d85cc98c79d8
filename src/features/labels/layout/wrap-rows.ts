import { breakText, measureLongestWord } from './break-text.ts';
import {
  computeMinLetterHeight,
  isNumber,
  type LabelBox,
  type LabelInput,
  type LabelRow,
  type RowKind,
} from './label-input.ts';
import { fitHeight } from './place-row.ts';

/** Distance between lines of text, in letter heights. */
export const LINE_HEIGHT = 1.2;

/** Letter height in millimeters that is readable from a distance. */
export const READABLE_MM = 2.6;

/** Letter height in millimeters of broken texts on a label with enough space. */
const MAX_BROKEN_MM = 3.2;

/** Share of the height that broken texts leave to the letters of the number. */
const NUMBER_SHARE = 0.16;

/** Factor between two letter heights that are tried. */
const SMALLER = 0.88;

/** The order in which rows get the space, the most important first. */
export const RANK: Record<RowKind, number> = { number: 0, title: 1, line: 2, site: 3 };

/**
 * Breaks texts that are too long for one row. Uses the largest letters with which all rows fit into the box.
 * If there are none, breaks the most important texts with the smallest letters, and the others stay too long.
 */
export function wrapRows(input: LabelInput, rows: readonly LabelRow[], box: LabelBox): LabelRow[] {
  const smallest = computeMinLetterHeight(input);
  const isBreakable = (row: LabelRow): boolean => row.kind === 'title' || row.kind === 'line';
  let size = Math.max(smallest, Math.round(MAX_BROKEN_MM * input.dotsPerMm));
  const widths = rows.map((row) => (isBreakable(row) ? input.measure(row) : 0));
  while (true) {
    // Skips sizes at which not even perfectly filled rows fit.
    const count = widths.reduce((sum, width) => sum + Math.max(1, Math.ceil((width * size) / box.width)), 0);
    if (count * size * LINE_HEIGHT > box.height && size > smallest) {
      size = Math.max(smallest, Math.floor(size * SMALLER));
      continue;
    }
    const wrapped = rows.flatMap((row) => (isBreakable(row) ? wrapRow(input, row, box.width, size) : row));
    if (stackHeight(input, wrapped, box, size) <= box.height) return wrapped;
    if (size === smallest) break;
    size = Math.max(smallest, Math.floor(size * SMALLER));
  }
  let free = Math.floor(
    (box.height - stackHeight(input, rows, box, smallest)) / Math.ceil(smallest * LINE_HEIGHT),
  );
  const broken = new Map<LabelRow, LabelRow[]>();
  for (const row of [...rows].filter(isBreakable).sort((a, b) => RANK[a.kind] - RANK[b.kind])) {
    if (free <= 0) break;
    const pieces = wrapRow(input, row, box.width, smallest, free + 1);
    broken.set(row, pieces);
    free -= pieces.length - 1;
  }
  return rows.flatMap((row) => broken.get(row) ?? row);
}

/** Returns the height of rows with letters of this size. A number is larger, as far as the width allows. */
function stackHeight(input: LabelInput, rows: readonly LabelRow[], box: LabelBox, size: number): number {
  const forNumber = Math.max(READABLE_MM * input.dotsPerMm, box.height * NUMBER_SHARE);
  const numberSize = Math.max(size, Math.round(forNumber));
  const smallest = computeMinLetterHeight(input);
  return rows.reduce((sum, row) => {
    const height = Math.min(isNumber(row) ? numberSize : size, fitHeight(input, row, box.width));
    return sum + Math.ceil(Math.max(smallest, height) * LINE_HEIGHT);
  }, 0);
}

/**
 * Breaks a row so that its letters have this size, or the size at which its longest word fits. The pieces
 * share one size, and those of a line are at most readable. A row that fits stays whole.
 */
function wrapRow(
  input: LabelInput,
  row: LabelRow,
  width: number,
  size: number,
  most = Number.POSITIVE_INFINITY,
): LabelRow[] {
  if (fitHeight(input, row, width) >= size) return [row];
  const measure = (text: string): number => input.measure({ ...row, text });
  const smallest = computeMinLetterHeight(input);
  const longestWord = measureLongestWord(row.text, measure);
  const isWordTooLong = longestWord * smallest > width;
  const lineWidth = isWordTooLong ? width / size : Math.max(width / size, longestWord);
  const texts = breakText(row.text, { width: lineWidth, longestWord: lineWidth, most }, measure);
  const pieces = texts.map((text) => ({ ...row, text }));
  // The last piece may be too long. Only that one is shortened.
  const fitting = pieces.map((piece) => fitHeight(input, piece, width)).filter((fit) => fit >= smallest);
  const largest = row.kind === 'title' ? Number.POSITIVE_INFINITY : READABLE_MM * input.dotsPerMm;
  const maxSize = Math.floor(Math.min(...fitting, Math.max(size, largest)));
  return pieces.map((piece) => ({ ...piece, maxSize }));
}
