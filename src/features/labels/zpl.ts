import type { Layout } from './formats.ts';
import type { Label } from './label.ts';
import type { LabelInput, LabelSymbol, PlacedRow } from './layout/label-input.ts';
import { layOut, removeOptionalRows } from './layout/label-layout.ts';
import { buildLabelRows } from './layout/label-rows.ts';
import type { LabelSides } from './layout/smallest-size.ts';
import { measureTextWidth } from './letter-widths.ts';
import { countCode128Modules, countDataMatrixModules, countQrModules } from './symbols.ts';

const MM_PER_INCH = 25.4;
/** White modules beside bar codes and around square codes, as each standard requires. */
const QUIET_ZONES = { bars: 10, qr: 4, datamatrix: 2 };
/**
 * The largest module in dots: for QR the limit of ^BQ, for Data Matrix the size beyond which hand scanners
 * gain nothing.
 */
const MAX_DOTS = { qr: 10, datamatrix: 24 };
/** Maximum millimeters of the thinnest bar. Wider bars are not easier to read. */
const BAR_MM = 0.5;

/**
 * Characters with a special meaning: ">" in ^BC and the backslash in ^FB below it. A value with one of them
 * is printed as a square code.
 */
const NEEDS_ESCAPE = /[>\\]/;
/**
 * Candidates for the escape character of ^BX. The first one that is missing in the value is used. Without a
 * parameter, printers use ~ or _.
 */
const PREFIX_CHARACTERS = [...'#!$@%&*='];

/** A symbol with a function that returns the ZPL to draw it with modules of a size in dots. */
interface ZplSymbol extends LabelSymbol {
  draw(module: number, height: number): string;
}

/** Returns the symbol of a label; undefined for a text that does not fit into any code. */
function symbolOf({ value, format }: Label['code'], barDots: number): ZplSymbol | undefined {
  if (format === 'code128' && !NEEDS_ESCAPE.test(value)) {
    const draw = (module: number, height: number) =>
      `^BY${module}^BCN,${height},N,N,N^FH_^FD${escapeText(value)}^FS`;
    return {
      isBars: true,
      modules: countCode128Modules(value),
      quiet: QUIET_ZONES.bars,
      maxModule: barDots,
      draw,
    };
  }
  const beginner = PREFIX_CHARACTERS.find((letter) => !value.includes(letter));
  const isMatrix = format === 'datamatrix' && beginner !== undefined;
  const modules = (isMatrix ? countDataMatrixModules : countQrModules)(value);
  if (modules === undefined) return undefined;
  const kind = isMatrix ? 'datamatrix' : 'qr';
  const draw = (module: number) =>
    isMatrix
      ? `^BXN,${module},200,,,,${beginner}^FH_^FD${escapeText(value)}^FS`
      : `^BQN,2,${module}^FH_^FDMA,${escapeText(value)}^FS`;
  return { isBars: false, modules, quiet: QUIET_ZONES[kind], maxModule: MAX_DOTS[kind], draw };
}

/** Returns the input of the layout in dots of the print head, for the size of the label. */
const inputOf = (label: Label, { style, width, height, dpi }: Layout): LabelInput => ({
  ...dotsOf({ width, height }, dpi),
  dotsPerMm: dpi / MM_PER_INCH,
  symbol: symbolOf(label.code, barDots(dpi)),
  ...buildLabelRows(label, style),
  measure: ({ text }) => measureTextWidth(text),
});

const dotsOf = ({ width, height }: LabelSides, dpi: number): LabelSides => ({
  width: Math.round((width * dpi) / MM_PER_INCH),
  height: Math.round((height * dpi) / MM_PER_INCH),
});

/**
 * Returns a function that reports whether the asset number and the code of a label fit on a label of a size
 * in millimeters.
 */
export function createSizeCheck(label: Label, layout: Layout): (size: LabelSides) => boolean {
  const input = removeOptionalRows(inputOf(label, layout));
  return (size) => layOut({ ...input, ...dotsOf(size, layout.dpi) }) !== undefined;
}

const barDots = (dpi: number): number => Math.round((BAR_MM * dpi) / MM_PER_INCH);

/**
 * Returns one label in ZPL II, as in Zebra's Programming Guide. The text is UTF-8, and every byte that could
 * be a command is escaped. Throws an Error when the label content does not fit on the label size.
 */
export function buildZpl(label: Label, layout: Layout, copies = 1): string {
  const { dpi } = layout;
  const { width, height } = dotsOf(layout, dpi);
  const placed = layOut(inputOf(label, layout));
  if (!placed) throw new Error('the label content does not fit on the label size');
  const symbol = symbolOf(label.code, barDots(dpi));
  const { code, rows } = placed;
  return [
    '^XA',
    '^CI28',
    `^PW${width}`,
    `^LL${height}`,
    '^LH0,0',
    ...(code && symbol ? [`^FO${code.x},${code.y}${symbol.draw(code.module, code.height)}`] : []),
    ...rows.map(fieldOf),
    `^PQ${copies}`,
    '^XZ',
    '',
  ].join('\n');
}

const fieldOf = ({ x, y, width, size, text, isCentered }: PlacedRow): string =>
  `^FO${x},${y}^A0N,${size}${isCentered ? `^FB${width},1,0,C` : ''}^FH_^FD${escapeText(text)}^FS`;

/**
 * Escapes everything except plain letters, digits and punctuation as hexadecimal bytes, which `^FH_` reads.
 */
const escapeText = (text: string): string =>
  text.replace(/[^A-Za-z0-9 .,:;/()+>-]/gu, (letter) =>
    [...Buffer.from(letter)].map((byte) => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
