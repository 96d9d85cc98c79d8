import type { Layout } from './formats.ts';
import type { Label } from './label.ts';
import type { LabelInput, LabelSymbol, PlacedRow } from './layout/label-input.ts';
import { layOut, removeOptionalRows } from './layout/label-layout.ts';
import { buildLabelRows } from './layout/label-rows.ts';
import type { LabelSides } from './layout/smallest-size.ts';
import { measureTextWidth } from './letter-widths.ts';
import { countCode128Modules, countDataMatrixModules, countQrModules } from './symbols.ts';

const MM_PER_INCH = 25.4;
/** Modules that stay white beside bars, and around squares, as each standard requires. */
const QUIET = { bars: 10, qr: 4, datamatrix: 2 };
/** The largest modules in dots that ^BQ takes, and of Data Matrix that no hand scanner needs larger. */
const MAX_DOTS = { qr: 10, datamatrix: 24 };
/** Millimeters of the thinnest bar: wider ones are read no better. */
const BAR_MM = 0.5;

/** In ^BC the one begins a command of its own, below it in ^FB the other; such a number becomes a square. */
const SPOKEN_OTHERWISE = /[>\\]/;
/** One of them begins commands of ^BX: one that the number does not contain. Printers take ~ or _ where none is named. */
const BEGINNERS = [...'#!$@%&*='];

/** A symbol with the ZPL that draws it at a module in dots. */
interface ZplSymbol extends LabelSymbol {
  draw(module: number, height: number): string;
}

/** Returns the symbol of a label; undefined for a text that no code holds. */
function symbolOf({ value, format }: Label['code'], barDots: number): ZplSymbol | undefined {
  if (format === 'code128' && !SPOKEN_OTHERWISE.test(value)) {
    const draw = (module: number, height: number) =>
      `^BY${module}^BCN,${height},N,N,N^FH_^FD${escaped(value)}^FS`;
    return { isBars: true, modules: countCode128Modules(value), quiet: QUIET.bars, maxModule: barDots, draw };
  }
  const beginner = BEGINNERS.find((letter) => !value.includes(letter));
  const isMatrix = format === 'datamatrix' && beginner !== undefined;
  const modules = (isMatrix ? countDataMatrixModules : countQrModules)(value);
  if (modules === undefined) return undefined;
  const kind = isMatrix ? 'datamatrix' : 'qr';
  const draw = (module: number) =>
    isMatrix
      ? `^BXN,${module},200,,,,${beginner}^FH_^FD${escaped(value)}^FS`
      : `^BQN,2,${module}^FH_^FDMA,${escaped(value)}^FS`;
  return { isBars: false, modules, quiet: QUIET[kind], maxModule: MAX_DOTS[kind], draw };
}

/** Returns what a label looks like in the dots of a print head, on the size of the layout. */
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

/** Returns a function that reports whether the number and the code of a label have room on a size in millimeters. */
export function createSizeCheck(label: Label, layout: Layout): (size: LabelSides) => boolean {
  const input = removeOptionalRows(inputOf(label, layout));
  return (size) => layOut({ ...input, ...dotsOf(size, layout.dpi) }) !== undefined;
}

const barDots = (dpi: number): number => Math.round((BAR_MM * dpi) / MM_PER_INCH);

/**
 * Returns one label in ZPL II, as Zebra's Programming Guide has it. UTF-8; every byte that could be a command is
 * escaped. Throws an Error for a size on which it cannot be laid out.
 */
export function buildZpl(label: Label, layout: Layout, copies = 1): string {
  const { dpi } = layout;
  const { width, height } = dotsOf(layout, dpi);
  const placed = layOut(inputOf(label, layout));
  if (!placed) throw new Error('the label does not fit on its size');
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
  `^FO${x},${y}^A0N,${size}${isCentered ? `^FB${width},1,0,C` : ''}^FH_^FD${escaped(text)}^FS`;

/** Everything but plain letters, digits and marks as the hexadecimal bytes that `^FH_` reads. */
const escaped = (text: string): string =>
  text.replace(/[^A-Za-z0-9 .,:;/()+>-]/gu, (letter) =>
    [...Buffer.from(letter)].map((byte) => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
