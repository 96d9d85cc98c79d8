import { expect, test } from 'bun:test';
import { breakText } from '../src/features/labels/layout/break-text.ts';
import type { PlacedRow } from '../src/features/labels/layout/label-input.ts';
import { layOut } from '../src/features/labels/layout/label-layout.ts';
import { buildLabelRows } from '../src/features/labels/layout/label-rows.ts';
import { measureTextWidth } from '../src/features/labels/letter-widths.ts';

const DOTS_PER_MM = 40;
const NUMBER = 'A-000123';
const VENDOR = 'Kestrel Industrial Automation and Control GmbH';
const LOCATION = 'Halle B3 · Engineering Nordostflügel Obergeschoss Raum 3.117';
const LINES = [NUMBER, VENDOR, 'S/N SN-88812-77213-AB', LOCATION];
const NAMES = [
  'Mill 3',
  'Universal milling machine with a long name, third bay on the left',
  'Universal-Rundschleifmaschinenersatzteilschrank-Halle-Nordwest',
  'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenhalter',
];
const SIZES = [
  [62, 29],
  [89, 36],
  [50, 25],
  [100, 50],
  [86, 54],
] as const;
const SYMBOLS = {
  qr: { isBars: false, modules: 25, quiet: 4, maxModule: 50 },
  code128: { isBars: true, modules: 123, quiet: 10, maxModule: 20 },
};

/** Returns the rows of a label with these texts, in fortieths of a millimeter. */
function rowsOf(title: string, lines: string[], [width, height]: readonly [number, number], bars = false) {
  const format = bars ? 'code128' : 'qr';
  const content = { title, lines, number: NUMBER, code: { value: NUMBER, format } } as const;
  return layOut({
    ...buildLabelRows(content, 'card'),
    width: width * DOTS_PER_MM,
    height: height * DOTS_PER_MM,
    dotsPerMm: DOTS_PER_MM,
    symbol: SYMBOLS[format],
    measure: ({ text }) => measureTextWidth(text),
  })!.rows;
}

const withoutBlanks = (texts: readonly string[]): string => texts.join('').replaceAll(' ', '');
const textsOf = (rows: readonly PlacedRow[]): string => withoutBlanks(rows.map(({ text }) => text));

test.each(NAMES)('a label beside a QR code has all texts uncut with the name %s', (name) => {
  for (const size of SIZES) {
    const rows = rowsOf(name, LINES, size);
    const texts = rows.filter(({ kind }) => kind !== 'number');
    expect([size, textsOf(texts)]).toEqual([size, withoutBlanks([name, ...LINES.slice(1)])]);
    expect(Math.min(...rows.map((row) => row.size))).toBeGreaterThanOrEqual(1.5 * DOTS_PER_MM);
    const number = rows.find(({ kind }) => kind === 'number')!;
    expect(number.text).toBe(NUMBER);
    const facts = rows.filter(({ kind }) => kind === 'line');
    expect([size, facts.every((row) => row.size <= number.size)]).toEqual([size, true]);
  }
});

test('the rows of a broken text use the width and have one letter height', () => {
  for (const name of NAMES.slice(1)) {
    const titles = rowsOf(name, LINES, [62, 29]).filter(({ kind }) => kind === 'title');
    expect(titles.length).toBeGreaterThan(1);
    expect(new Set(titles.map(({ size }) => size)).size).toBe(1);
    const used = titles.map(({ text, size, width }) => (measureTextWidth(text) * size) / width);
    expect([name, Math.max(...used) > 0.9 && Math.max(...used) <= 1]).toEqual([name, true]);
  }
});

test('a label with a bar code has more than two texts when readable letters fit', () => {
  expect(textsOf(rowsOf('Mill 3', LINES, [89, 36], true))).toContain(withoutBlanks(LINES.slice(1)));
  expect(rowsOf('Mill 3', LINES, [30, 20], true).length).toBeLessThan(5);
});

test('a text that does not fit with the smallest letters is broken, and only its end is cut', () => {
  const rows = rowsOf('x'.repeat(255), LINES, [50, 25]);
  expect(rows.find(({ kind }) => kind === 'number')?.text).toBe(NUMBER);
  const titles = rows.filter(({ kind }) => kind === 'title').map(({ text }) => text);
  expect(titles.length).toBeGreaterThan(2);
  expect(titles.filter((text) => text.endsWith('…'))).toEqual(titles.slice(-1));
});

test('breakText breaks at blanks and hyphens, makes lines equally long, and splits only long words', () => {
  const measure = (text: string): number => text.length;
  const lines = (text: string, width: number, most = 9) =>
    breakText(text, { width, longestWord: width, most }, measure);
  expect(lines('one two three four', 14)).toEqual(['one two', 'three four']);
  expect(lines('north-west gate', 11)).toEqual(['north-', 'west gate']);
  expect(lines('abcdefgh', 4)).toEqual(['abcd', 'efgh']);
  expect(lines('one two three four', 5, 2)).toEqual(['one', 'two three four']);
  expect(lines('', 5)).toEqual(['']);
});
