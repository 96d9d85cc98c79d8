import type { Format, Layout } from './formats.ts';
import { code128Modules, dataMatrixModules, qrModules } from './symbols.ts';

/** What a label says, as ZPL lays it out. */
export interface Printed {
  title: string;
  lines: readonly string[];
  value: string;
  format: Format;
}

const MM_PER_INCH = 25.4;
/** Modules that stay white beside bars, and around squares (each standard asks for as many). */
const QUIET = { bars: 10, qr: 4, datamatrix: 2 };
/** The largest modules in dots that ^BQ takes, and of Data Matrix that no hand scanner needs larger. */
const MOST_DOTS = { qr: 10, datamatrix: 24 };
/** Millimetres of the thinnest bar: wider ones are read no better. */
const BAR_MM = 0.5;
/** Width of a letter of font 0, on average, in its heights. */
const LETTER = 0.56;
const HEIGHTS = { title: 1.35, line: 1 };
/** Lines below the title that stand above bars. */
const ABOVE_BARS = 1;

/** In ^BC the one begins a command of its own, below it in ^FB the other; such a number becomes a square. */
const SPOKEN_OTHERWISE = /[>\\]/;
/** One of them begins commands of ^BX: one that the number has not. Printers take ~ or _ where none is named. */
const BEGINNERS = [...'#!$@%&*='];

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One label in ZPL II, as Zebra's Programming Guide has it. UTF-8; every byte that could be a command is escaped. */
export function zplOf(printed: Printed, { style, width, height, dpi }: Layout, copies = 1): string {
  const dots = (mm: number) => Math.round((mm * dpi) / MM_PER_INCH);
  const [w, h] = [dots(width), dots(height)];
  const margin = dots(Math.min(width / 2, height) * 0.06);
  const all = { x: margin, y: margin, width: w - 2 * margin, height: h - 2 * margin };
  const texts = style === 'plain' ? [printed.value] : [printed.title, ...printed.lines];
  const isBars = printed.format === 'code128' && !SPOKEN_OTHERWISE.test(printed.value);
  const drawn = isBars ? barsAndTexts(printed, texts, all, dots(BAR_MM)) : undefined;
  return [
    '^XA',
    '^CI28',
    `^PW${w}`,
    `^LL${h}`,
    '^LH0,0',
    ...(drawn ?? squareAndTexts(printed, texts, all)),
    `^PQ${copies}`,
    '^XZ',
    '',
  ].join('\n');
}

/** Text above, bars over the whole width, their number below; undefined where the bars have no room. */
function barsAndTexts(
  { value }: Printed,
  texts: readonly string[],
  box: Box,
  most: number,
): string[] | undefined {
  const module = Math.min(most, Math.floor(box.width / (code128Modules(value) + 2 * QUIET.bars)));
  if (module < 1) return undefined;
  const number = Math.min(Math.round(box.height * 0.14), fitting(value, code128Modules(value) * module));
  const tall = Math.round(box.height * (texts.length > 1 ? 0.4 : 0.7));
  const bars = code128Modules(value) * module;
  const x = box.x + Math.round((box.width - bars) / 2);
  const y = box.y + box.height - tall - number - 4;
  const above = { ...box, height: y - box.y - 4 };
  return [
    ...(texts.length > 1 ? textsIn(texts.slice(0, 1 + ABOVE_BARS), above) : []),
    `^FO${x},${y}^BY${module}^BCN,${tall},N,N,N^FH_^FD${escaped(value)}^FS`,
    `^FO${x},${y + tall + 4}^A0N,${number}^FB${bars},1,0,C^FH_^FD${escaped(value)}^FS`,
  ];
}

/** The square at the left, the text beside it. */
function squareAndTexts(printed: Printed, texts: readonly string[], box: Box): string[] {
  const room = Math.min(box.height, Math.round(box.width * 0.48));
  const beginner = BEGINNERS.find((letter) => !printed.value.includes(letter));
  const isMatrix = printed.format === 'datamatrix' && beginner !== undefined;
  const modules = (isMatrix ? dataMatrixModules : qrModules)(printed.value);
  if (modules === undefined) return textsIn(texts, box);
  const quiet = isMatrix ? QUIET.datamatrix : QUIET.qr;
  const most = isMatrix ? MOST_DOTS.datamatrix : MOST_DOTS.qr;
  const module = Math.max(1, Math.min(most, Math.floor(room / (modules + quiet))));
  const side = modules * module;
  const [x, y] = [box.x + module, box.y + Math.max(0, Math.round((box.height - side) / 2))];
  const data = escaped(printed.value);
  const square = isMatrix
    ? `^BXN,${module},200,,,,${beginner}^FH_^FD${data}`
    : `^BQN,2,${module}^FH_^FDMA,${data}`;
  const beside = x + side + quiet * module;
  return [
    `^FO${x},${y}${square}^FS`,
    ...textsIn(texts, { ...box, x: beside, width: box.x + box.width - beside }),
  ];
}

/** The first large, the others below it, as many as there is room for, in the middle of the box. */
function textsIn(texts: readonly string[], { x, y, width, height }: Box): string[] {
  const shares = HEIGHTS.title + (texts.length - 1) * HEIGHTS.line;
  const unit = Math.floor(Math.min(height / (shares * 1.2), height / 3, width / 6));
  if (unit < 8) return [];
  let at = y + Math.max(0, Math.round((height - shares * unit * 1.2) / 2));
  return texts.map((text, index) => {
    const size = index === 0 ? titleSize(text, width, unit, texts.length === 1) : unit;
    const field = `^FO${x},${at}^A0N,${size}^FH_^FD${escaped(cut(text, width, size))}^FS`;
    at += Math.round(size * 1.2);
    return field;
  });
}

/** The number that stands alone is never cut; a title shrinks to the size of the lines before it is. */
function titleSize(text: string, width: number, unit: number, isAlone: boolean): number {
  const size = Math.min(Math.round(unit * HEIGHTS.title), fitting(text, width));
  return isAlone ? size : Math.max(unit, size);
}

/** The height of letters at which a text has room. */
const fitting = (text: string, width: number): number => Math.floor(width / ([...text].length * LETTER));

/** What does not fit is cut: the printer would write one line over the other. */
function cut(text: string, width: number, size: number): string {
  const letters = [...text.replace(/\s+/g, ' ')];
  const most = Math.floor(width / (size * LETTER));
  return letters.length <= most ? letters.join('') : `${letters.slice(0, Math.max(0, most - 1)).join('')}…`;
}

/** Everything but plain letters, digits and marks as the hexadecimal bytes that `^FH_` reads. */
const escaped = (text: string): string =>
  text.replace(/[^A-Za-z0-9 .,:;/()+>-]/gu, (letter) =>
    [...Buffer.from(letter)].map((byte) => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
