import { expect, test } from 'bun:test';
import type { Layout } from '../src/features/labels/formats.ts';
import type { Label } from '../src/features/labels/label.ts';
import { FORMATS } from '../src/features/labels/layout/code-format.ts';
import { measureTextWidth } from '../src/features/labels/letter-widths.ts';
import {
  countCode128Modules,
  countDataMatrixModules,
  countQrModules,
} from '../src/features/labels/symbols.ts';
import { refuseTooSmall } from '../src/features/labels/too-small.ts';
import { buildZpl } from '../src/features/labels/zpl.ts';

const SIZES = [
  [15, 15],
  [25, 15],
  [30, 30],
  [50, 25],
  [62, 29],
  [89, 36],
  [100, 50],
  [15, 60],
  [210, 210],
] as const;
const DPIS = [203, 300] as const;
const STYLES = ['card', 'plain'] as const;
const LENGTHS = Array.from({ length: 48 }, (_, n) => n + 1);
const LONG_NAME = 'Universal milling machine with a long name, third bay on the left, next to the gate '
  .repeat(3)
  .trim();
const LETTERS = 'ABCD-1234-EFGH.5678/';

const numberOf = (length: number): string => LETTERS.repeat(3).slice(0, length);
const labelOf = (number: string, format: Label['code']['format'], title = LONG_NAME): Label => ({
  type: 'asset',
  id: 1,
  title,
  lines: ['Out of calibration', number, 'V'.repeat(60), 'S/N 8765', 'Hall 3 · Assembly'],
  number,
  assettypeid: 1,
  code: { value: number, format },
  url: '/assets/1',
});

const unescapeText = (text: string): string =>
  Buffer.from(
    text.replace(/_([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Parses the fields of a label: texts with their boxes, and the code with its module size. */
function read(zpl: string) {
  const texts: { text: string; size: number; box: Box }[] = [];
  let code: { module: number; box: Box; data: string } | undefined;
  for (const line of zpl.split('\n')) {
    const [, x, y, rest = ''] = /^\^FO(\d+),(\d+)(.*)\^FS$/.exec(line) ?? [];
    if (x === undefined) continue;
    const [left, top] = [Number(x), Number(y)];
    const data = unescapeText(/\^FD(.*)$/.exec(rest)![1]!);
    const [, size, block] = /^\^A0N,(\d+)(?:\^FB(\d+),1,0,C)?/.exec(rest) ?? [];
    if (size !== undefined) {
      const height = Number(size);
      const width = block === undefined ? Math.ceil(measureTextWidth(data) * height) : Number(block);
      if (Math.ceil(measureTextWidth(data) * height) > width)
        throw new Error(`${data} is wider than its block`);
      texts.push({ text: data, size: height, box: { left, top, right: left + width, bottom: top + height } });
    } else code = codeOf(rest, data, left, top);
  }
  return { texts, code: code! };
}

function codeOf(rest: string, data: string, left: number, top: number) {
  const [, module, height] = /^\^BY(\d+)\^BCN,(\d+)/.exec(rest) ?? [];
  if (module !== undefined) {
    const right = left + countCode128Modules(data) * Number(module);
    return { module: Number(module), data, box: { left, top, right, bottom: top + Number(height) } };
  }
  const [, matrix] = /^\^BXN,(\d+)/.exec(rest) ?? [];
  const value = matrix === undefined ? data.replace(/^MA,/, '') : data;
  const side = (matrix === undefined ? countQrModules(value) : countDataMatrixModules(value))!;
  const dots = Number(matrix ?? /^\^BQN,2,(\d+)/.exec(rest)![1]);
  return {
    module: dots,
    data: value,
    box: { left, top, right: left + side * dots, bottom: top + side * dots },
  };
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Returns the minimum size in the error message, or undefined when the label fits. */
function refusal(labels: Label[], layout: Layout): { width: number; height: number } | undefined {
  try {
    refuseTooSmall(labels, layout);
    return undefined;
  } catch (cause) {
    const [, width, height] =
      /smallest size that fits is (\d+) × (\d+) mm\.$/.exec((cause as Error).message) ?? [];
    expect((cause as Error).message).toContain(labels[0]!.number!);
    return { width: Number(width), height: Number(height) };
  }
}

/** Returns the faults of a printed label: of its number, its letters, its code or its positions. */
function faultsOf(label: Label, layout: Layout): string[] {
  const { texts, code } = read(buildZpl(label, layout));
  const [width, height] = [layout.width, layout.height].map((mm) => Math.round((mm * layout.dpi) / 25.4));
  const mm = (dots: number) => (dots * 25.4) / layout.dpi;
  const boxes = [...texts.map(({ box }) => box), code.box];
  const isInside = ({ left, top, right, bottom }: Box) =>
    left >= 0 && top >= 0 && right <= width! && bottom <= height!;
  const faults = {
    'the number is not whole': !texts.some(({ text }) => text === label.number),
    'letters are too small': texts.some(({ size }) => mm(size) < 1.5),
    'modules are too small': mm(code.module) < 0.249,
    'the code is another': code.data !== label.number,
    'something is outside': !boxes.every(isInside),
    'things overlap': boxes.some((one, n) => boxes.slice(n + 1).some((other) => overlap(one, other))),
  };
  const what = `${layout.width} x ${layout.height} ${layout.dpi} ${layout.style} ${layout.format} ${label.number}`;
  return Object.entries(faults).flatMap(([fault, isThere]) => (isThere ? `${what}: ${fault}` : []));
}

test.each(FORMATS)('a label of any accepted size contains its whole number and a readable %s', (format) => {
  let printed = 0;
  let refused = 0;
  const faults: string[] = [];
  for (const [width, height] of SIZES)
    for (const dpi of DPIS)
      for (const style of STYLES)
        for (const length of LENGTHS) {
          const layout: Layout = { format, style, width, height, dpi };
          const label = labelOf(numberOf(length), format);
          const smallest = refusal([label], layout);
          const size = smallest ?? { width, height };
          faults.push(...faultsOf(label, { ...layout, ...size }));
          if (smallest) refused++;
          else printed++;
          if (!smallest || length % 8 > 0) continue;
          for (const side of ['width', 'height'] as const)
            if (refusal([label], { ...layout, ...smallest, [side]: smallest[side] + length }))
              faults.push(`${label.number} does not fit on more than ${smallest.width} x ${smallest.height}`);
            else if (
              smallest[side] > 15 &&
              !refusal([label], { ...layout, ...smallest, [side]: smallest[side] - 1 })
            )
              faults.push(`${label.number} fits on less than ${smallest.width} x ${smallest.height}`);
        }
  expect(faults).toEqual([]);
  expect(printed + refused).toBe(SIZES.length * DPIS.length * STYLES.length * LENGTHS.length);
  expect(printed).toBeGreaterThan(500);
  expect(refused).toBeGreaterThan(100);
});

test('a default label contains its whole number for any letters', () => {
  const layout: Layout = { format: 'qr', style: 'card', width: 62, height: 29, dpi: 203 };
  for (const letters of ['W', 'M', '0', 'i', '-', 'Ä', '@'])
    for (const length of [1, 12, 24, 40]) {
      const label = labelOf(letters.repeat(length), 'qr');
      if (refusal([label], layout) === undefined) expect(faultsOf(label, layout)).toEqual([]);
      else expect([letters, length > 24]).toEqual([letters, true]);
    }
});

test('a long name is broken into rows before it is shortened, and a short one stays whole', () => {
  const layout: Layout = { format: 'qr', style: 'card', width: 62, height: 29, dpi: 203 };
  const texts = (title: string) =>
    read(buildZpl(labelOf('M-0042', 'qr', title), layout)).texts.map(({ text }) => text);
  expect(texts('Mill 3')).toContain('Mill 3');
  const lines = texts('x'.repeat(255)).filter((text) => text.startsWith('xx'));
  expect(lines.join('')).toMatch(/^x{150,}…?$/);
  // A long name is split into two lines before it is truncated.
  const [first, second] = texts('Universal milling machine, third bay at the gate');
  expect(`${first} ${second}`).toBe('Universal milling machine, third bay at the gate');
});

test('the smallest size of several labels fits each of them', () => {
  const layout: Layout = { format: 'qr', style: 'card', width: 15, height: 15, dpi: 203 };
  const labels = [30, 44, 12].map((length) => labelOf(numberOf(length), 'qr'));
  const smallest = refusal(labels, layout)!;
  for (const label of labels) expect(faultsOf(label, { ...layout, ...smallest })).toEqual([]);
});

test('a number that fits on no size is refused with the advice to choose another code', () => {
  const layout: Layout = { format: 'code128', style: 'card', width: 62, height: 29, dpi: 203 };
  expect(() => refuseTooSmall([labelOf('W'.repeat(255), 'qr')], layout)).toThrow('Choose another code');
});
