import {
  computeMinLetterHeight,
  isNumber,
  type LabelBox,
  type LabelInput,
  type LabelRow,
  type PlacedRow,
  type RowKind,
} from './label-input.ts';

/** Letter height in millimeters below which a name is broken into two rows. */
const ONE_ROW_MM = 2.6;

/** Distance between lines of text, in letter heights. */
export const LINE_HEIGHT = 1.2;

/** Height of the first row, relative to the others. */
const FIRST_LINE_HEIGHT = 1.35;

const RANK: Record<RowKind, number> = { number: 0, title: 1, line: 2, site: 3 };

/**
 * Places as many rows as fit in the vertical middle of a box. Returns undefined when the row of the asset
 * number does not fit. Returns an empty list when no row fits, and none is the asset number.
 */
export function placeRows(
  input: LabelInput,
  all: readonly LabelRow[],
  box: LabelBox,
): PlacedRow[] | undefined {
  const smallest = computeMinLetterHeight(input);
  const room = Math.floor(box.height / (smallest * LINE_HEIGHT));
  const rows = room > all.length ? wrapTitle(input, all, box.width) : all;
  const most = Math.min(rows.length, room);
  for (let count = most; count > 0; count--) {
    const topRows = selectTopRows(rows, count);
    const shares = FIRST_LINE_HEIGHT + count - 1;
    // The height of each row is rounded up to a dot.
    const tall = (box.height - count) / (shares * LINE_HEIGHT);
    const unit = Math.floor(Math.min(tall, box.height / 3, Math.max(smallest, box.width / 6)));
    if (unit < smallest && count > 1) continue;
    return stack(input, topRows, box, Math.max(unit, smallest));
  }
  return rows.some(isNumber) ? undefined : [];
}

/**
 * Returns the `count` most important rows in the order of `rows`. The asset number is the most important one.
 */
export function selectTopRows(rows: readonly LabelRow[], count: number): LabelRow[] {
  const top = new Set([...rows].sort((a, b) => RANK[a.kind] - RANK[b.kind]).slice(0, count));
  return rows.filter((row) => top.has(row));
}

/** Breaks a title into two rows when its letters would be small in one row. */
function wrapTitle(
  { measure, dotsPerMm }: LabelInput,
  rows: readonly LabelRow[],
  width: number,
): readonly LabelRow[] {
  const good = ONE_ROW_MM * dotsPerMm;
  return rows.flatMap((row) => {
    if (row.kind !== 'title' || width / measure(row) >= good) return row;
    const middle = row.text.length / 2;
    const gaps = [...row.text.matchAll(/ +/g)].map(({ index }) => index);
    const [gap] = gaps.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
    if (gap === undefined) return row;
    return [row.text.slice(0, gap), row.text.slice(gap).trim()].map((text) => ({ ...row, text }));
  });
}

const isLead = ({ kind }: LabelRow): boolean => kind === 'number' || kind === 'title';

/**
 * Returns the maximum letter height of the other rows: that of the number or the name, or a height that is
 * readable from a distance if it is larger.
 */
function largestFact({ measure, dotsPerMm }: LabelInput, rows: readonly LabelRow[], width: number): number {
  const leads = rows.filter(isLead).map((row) => Math.floor(width / measure(row)));
  return Math.max(Math.round(ONE_ROW_MM * dotsPerMm), ...leads);
}

function stack(
  input: LabelInput,
  rows: readonly LabelRow[],
  box: LabelBox,
  unit: number,
): PlacedRow[] | undefined {
  const placed: PlacedRow[] = [];
  const most = largestFact(input, rows, box.width);
  let y = 0;
  for (const [index, row] of rows.entries()) {
    const isFirst = index === 0 && isLead(row) && rows[1]?.kind !== 'title';
    const height = isFirst ? Math.round(unit * FIRST_LINE_HEIGHT) : isLead(row) ? unit : Math.min(unit, most);
    const one = placeRow(input, row, {
      ...box,
      y,
      height: Math.min(height, Math.floor(box.height / LINE_HEIGHT)),
    });
    if (!one) {
      if (row.kind === 'number') return undefined;
      continue;
    }
    placed.push(one);
    y += Math.ceil(one.size * LINE_HEIGHT);
  }
  const top = box.y + Math.max(0, Math.round((box.height - y) / 2));
  return placed.map((row) => ({ ...row, y: top + row.y }));
}

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
  const size = Math.min(height, Math.floor(width / input.measure(row)));
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
