import {
  computeInnerBox,
  computeMinLetterHeight,
  isNumber,
  type LabelInput,
  type LabelLayout,
  type LabelRow,
  type LabelSymbol,
} from './label-input.ts';
import { placeRow } from './place-row.ts';
import { placeRows, selectTopRows } from './place-rows.ts';
import { LINE_HEIGHT, READABLE_MM } from './wrap-rows.ts';

/** Height in millimeters of letters that are easy to read. */
const PREFERRED_LETTER_MM = 2.1;

/** Size in millimeters of the smallest modules that hand scanners read. */
const MIN_MODULE_MM = { bars: 0.19, square: 0.25 };

/** Share of the width that a square code takes beside text. */
const SQUARE_SHARE = 0.48;

/** Shares of the height that a bar code takes: below text, and alone with its caption. */
const BARS_SHARE = { below: 0.4, alone: 0.7 };

const CAPTION_SHARE = 0.14;

/** Minimum number of rows above a bar code. More are placed where readable letters fit. */
const MIN_ROWS_ABOVE_BARS = 2;

const smallestModule = ({ dotsPerMm }: LabelInput, { isBars }: LabelSymbol): number =>
  Math.ceil(MIN_MODULE_MM[isBars ? 'bars' : 'square'] * dotsPerMm - 0.01);

/**
 * Lays out one label. Letters shrink to 1.5 mm; then rows other than the number are shortened or left out.
 * Returns undefined when the number or the code does not fit.
 */
export function layOut(uncached: LabelInput): LabelLayout | undefined {
  const input = cacheWidths(uncached);
  const { symbol, rows } = input;
  if (!symbol) {
    const placed = placeRows(input, rows, computeInnerBox(input));
    return placed && { code: undefined, rows: placed };
  }
  return symbol.isBars ? barsAndRows(input, symbol) : squareAndRows(input, symbol);
}

/**
 * Places a bar code over the width of the label, its caption below, and the most important rows above.
 * Returns undefined when they do not fit.
 */
function barsAndRows(input: LabelInput, symbol: LabelSymbol): LabelLayout | undefined {
  const { width, caption } = input;
  const box = computeInnerBox(input);
  const module = Math.min(symbol.maxModule, Math.floor(width / (symbol.modules + 2 * symbol.quiet)));
  const size = Math.min(
    Math.round(box.height * CAPTION_SHARE),
    Math.floor(box.width / input.measure(caption)),
  );
  const captionHeight = Math.max(size, computeMinLetterHeight(input));
  const below = placeRow(input, caption, {
    ...box,
    y: box.y + box.height - captionHeight,
    height: captionHeight,
  });
  if (module < smallestModule(input, symbol) || !below) return undefined;
  const others = input.rows.filter(({ text }) => text !== caption.text);
  const share = others.length > 0 ? BARS_SHARE.below : BARS_SHARE.alone;
  const height = Math.round(box.height * share);
  const gap = Math.round(box.height * 0.02);
  const y = below.y - gap - height;
  const above = { ...box, height: y - gap - box.y };
  const lineHeight = READABLE_MM * input.dotsPerMm * LINE_HEIGHT;
  const count = Math.max(MIN_ROWS_ABOVE_BARS, Math.floor(above.height / lineHeight));
  const placed = placeRows(input, selectTopRows(others, count), above);
  if (!placed) return undefined;
  const side = symbol.modules * module;
  const code = { x: Math.round((width - side) / 2), y, width: side, height, module };
  return { code, rows: [...placed, { ...below, isCentered: true }] };
}

/**
 * Places a square code with the rows beside it. If the letters of the number are hard to read there, also
 * tries the number over the whole width below the square. Uses that layout when its letters are larger. If
 * neither layout fits, reduces the square.
 */
function squareAndRows(input: LabelInput, symbol: LabelSymbol): LabelLayout | undefined {
  const good = Math.ceil(PREFERRED_LETTER_MM * input.dotsPerMm);
  const room = Math.min(input.height, Math.round(input.width * SQUARE_SHARE));
  const largest = largestModule(symbol, room);
  const usual = besideSquare(input, symbol, largest);
  if (usual && numberSize(usual) >= good) return usual;
  const isAlone = input.rows.every(isNumber);
  const below = (isAlone ? undefined : numberBelow(input, symbol, room)) ?? numberAlone(input, symbol);
  if (usual && !(below && numberSize(below) > numberSize(usual))) return usual;
  if (below) return below;
  for (let module = largest - 1; module >= smallestModule(input, symbol); module--) {
    const smaller = besideSquare(input, symbol, module);
    if (smaller) return smaller;
  }
  return undefined;
}

const largestModule = ({ modules, quiet, maxModule }: LabelSymbol, room: number): number =>
  Math.min(maxModule, Math.floor(room / (modules + 2 * quiet)));

/** Returns the letter height of the asset number; infinity without one. */
const numberSize = ({ rows }: LabelLayout): number =>
  Math.min(...rows.filter(isNumber).map(({ size }) => size));

function besideSquare(input: LabelInput, symbol: LabelSymbol, module: number): LabelLayout | undefined {
  if (module < smallestModule(input, symbol)) return undefined;
  const box = computeInnerBox(input);
  const code = squareIn(input, symbol, module, input.height);
  const x = code.x + code.width + symbol.quiet * module;
  const rows = placeRows(input, input.rows, { ...box, x, width: box.x + box.width - x });
  return rows && { code, rows };
}

/** Places the square at the left, in the vertical middle of the upper part of the label. */
function squareIn(input: LabelInput, { modules, quiet }: LabelSymbol, module: number, height: number) {
  const side = modules * module;
  const x = Math.max(computeInnerBox(input).x, quiet * module);
  return { x, y: Math.round((height - side) / 2), width: side, height: side, module };
}

/** Places the number over the whole width below a centered square, without other rows. */
function numberAlone(input: LabelInput, symbol: LabelSymbol): LabelLayout | undefined {
  const layout = numberBelow({ ...input, rows: input.rows.filter(isNumber) }, symbol, input.width);
  if (!layout?.code) return undefined;
  const code = { ...layout.code, x: Math.round((input.width - layout.code.width) / 2) };
  return { code, rows: layout.rows.map((row) => ({ ...row, isCentered: true })) };
}

/**
 * Places the number over the whole width at the bottom, the square above it and the other rows beside the
 * square.
 */
function numberBelow(input: LabelInput, symbol: LabelSymbol, room: number): LabelLayout | undefined {
  const number = input.rows.find(isNumber);
  if (!number) return undefined;
  const box = computeInnerBox(input);
  const fitting = Math.floor(box.width / input.measure(number));
  const sizes = [Math.min(fitting, Math.round(box.height * CAPTION_SHARE)), computeMinLetterHeight(input)];
  for (const size of sizes) {
    if (size < computeMinLetterHeight(input) || size > fitting) continue;
    const y = box.y + box.height - Math.ceil(size * LINE_HEIGHT);
    const module = largestModule(symbol, Math.min(room, y));
    if (module < smallestModule(input, symbol)) continue;
    const code = squareIn(input, symbol, module, y);
    const x = code.x + code.width + symbol.quiet * module;
    const beside = { x, y: box.y, width: box.x + box.width - x, height: y - box.y };
    const others = placeRows(
      input,
      input.rows.filter((row) => row !== number),
      beside,
    );
    return { code, rows: [...(others ?? []), { ...number, x: box.x, y, width: box.width, size }] };
  }
  return undefined;
}

/**
 * Returns the input without optional rows. It fits on the same sizes and is laid out much faster, because the
 * widths of its rows are cached.
 */
export const removeOptionalRows = (input: LabelInput): LabelInput =>
  cacheWidths({ ...input, rows: input.rows.filter(isNumber) });

/** Returns the input with a function that measures each text of a kind once. */
function cacheWidths(input: LabelInput): LabelInput {
  const widths = new Map<string, number>();
  const measure = (row: LabelRow): number => {
    const key = `${row.kind} ${row.text}`;
    let width = widths.get(key);
    if (width === undefined) {
      width = input.measure(row);
      widths.set(key, width);
    }
    return width;
  };
  return { ...input, measure };
}
