import {
  computeMinLetterHeight,
  isNumber,
  type LabelBox,
  type LabelInput,
  type LabelRow,
  type PlacedRow,
} from './label-input.ts';
import { fitHeight, placeRow } from './place-row.ts';
import { LINE_HEIGHT, RANK, READABLE_MM, wrapRows } from './wrap-rows.ts';

/** Height of the first row, relative to the others. */
const FIRST_LINE_HEIGHT = 1.35;

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
  for (let count = Math.min(all.length, room); count > 0; count--) {
    const rows = wrapRows(input, selectTopRows(all, count), box);
    const unit = findUnit(input, rows, box);
    if (unit === undefined && count > 1) continue;
    return stack(input, rows, box, unit ?? smallest);
  }
  return all.some(isNumber) ? undefined : [];
}

/**
 * Returns the `count` most important rows in the order of `rows`. The asset number is the most important one.
 */
export function selectTopRows(rows: readonly LabelRow[], count: number): LabelRow[] {
  const top = new Set([...rows].sort((a, b) => RANK[a.kind] - RANK[b.kind]).slice(0, count));
  return rows.filter((row) => top.has(row));
}

/** Returns the largest letter height with which the rows fit into the box; undefined when there is none. */
function findUnit(input: LabelInput, rows: readonly LabelRow[], box: LabelBox): number | undefined {
  const smallest = computeMinLetterHeight(input);
  const heights = heightsOf(input, rows, box);
  const fits = (unit: number): boolean =>
    heights.reduce((sum, heightAt) => sum + Math.ceil(heightAt(unit) * LINE_HEIGHT), 0) <= box.height;
  if (!fits(smallest)) return undefined;
  let [unit, tooLarge] = [
    smallest,
    Math.max(smallest, Math.floor(Math.min(box.height / 3, box.width / 6))) + 1,
  ];
  while (tooLarge - unit > 1) {
    const middle = (unit + tooLarge) >> 1;
    if (fits(middle)) unit = middle;
    else tooLarge = middle;
  }
  return unit;
}

const isLead = ({ kind }: LabelRow): boolean => kind === 'number' || kind === 'title';

/**
 * Returns a function for each row that returns its letter height for a unit. The number is the highest. Rows
 * other than the number and the name are at most as high as those, or as readable letters if these are higher.
 */
function heightsOf(
  input: LabelInput,
  rows: readonly LabelRow[],
  box: LabelBox,
): ((unit: number) => number)[] {
  const smallest = computeMinLetterHeight(input);
  const fits = rows.map((row) => Math.max(smallest, fitHeight(input, row, box.width)));
  const leads = fits.filter((_fit, index) => isLead(rows[index]!));
  const mostOfLine = Math.max(Math.round(READABLE_MM * input.dotsPerMm), ...leads);
  return rows.map((row, index) => {
    const isFirst = index === 0 && isLead(row) && rows[1]?.kind !== 'title';
    const most = Math.min(fits[index]!, isLead(row) ? Number.POSITIVE_INFINITY : mostOfLine);
    if (isNumber(row)) return (unit) => Math.min(most, 2 * unit - smallest);
    return (unit) => Math.min(most, isFirst ? Math.round(unit * FIRST_LINE_HEIGHT) : unit);
  });
}

function stack(
  input: LabelInput,
  rows: readonly LabelRow[],
  box: LabelBox,
  unit: number,
): PlacedRow[] | undefined {
  const placed: PlacedRow[] = [];
  const heights = heightsOf(input, rows, box);
  let y = 0;
  for (const [index, row] of rows.entries()) {
    const height = Math.min(heights[index]!(unit), Math.floor(box.height / LINE_HEIGHT));
    const one = placeRow(input, row, { ...box, y, height });
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
