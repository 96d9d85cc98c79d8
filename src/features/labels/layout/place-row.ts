import {
  computeMinLetterHeight,
  type LabelBox,
  type LabelInput,
  type LabelRow,
  type PlacedRow,
} from './label-input.ts';

/** Returns the maximum letter height of a row in this width. */
export const fitHeight = ({ measure }: LabelInput, row: LabelRow, width: number): number =>
  Math.min(row.maxSize ?? Number.POSITIVE_INFINITY, Math.floor(width / measure(row)));

/**
 * Places one row at the top of a box, with letters of at most its height. Shortens a row other than a number.
 * Returns undefined when it does not fit.
 */
export function placeRow(
  input: LabelInput,
  row: LabelRow,
  { x, y, width, height }: LabelBox,
): PlacedRow | undefined {
  const smallest = computeMinLetterHeight(input);
  const size = Math.min(height, fitHeight(input, row, width));
  if (size >= smallest) return { ...row, x, y, width, size };
  if (row.kind === 'number') return undefined;
  const text = shorten(input, row, width / smallest);
  return text === undefined ? undefined : { ...row, text, x, y, width, size: smallest };
}

/**
 * Returns the beginning of a text with an ellipsis, in at most this width; undefined when not even one letter
 * fits.
 */
function shorten({ measure }: LabelInput, row: LabelRow, width: number): string | undefined {
  const letters = [...row.text];
  const truncate = (count: number): string => `${letters.slice(0, count).join('').trimEnd()}…`;
  let [fits, tooLong] = [0, letters.length];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (measure({ ...row, text: truncate(middle) }) <= width) fits = middle;
    else tooLong = middle;
  }
  return fits > 0 ? truncate(fits) : undefined;
}
