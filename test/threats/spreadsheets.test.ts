import { expect, test } from 'bun:test';
import { csvCell } from '../../src/kit/http/csv.ts';

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠x',
  ' =1',
  '\u200b=1',
  '\u0000=1',
  '\u00a0@x',
])('csvCell guards %j against evaluation as a formula', (text) => {
  expect(csvCell(text).replace(/^"/, '')).toStartWith("'");
});

test('csvCell leaves other values unchanged and doubles quotes', () => {
  expect(['a=b', 'PP-0042', 'x@y', -3, 0, true, null].map(csvCell)).toEqual([
    'a=b',
    'PP-0042',
    'x@y',
    '-3',
    '0',
    'true',
    '',
  ]);
  expect(csvCell('=HYPERLINK("http://x","y")')).toBe(`"'=HYPERLINK(""http://x"",""y"")"`);
  // Quotes keep these cells whole in a spreadsheet that separates cells at semicolons or tabs.
  expect(['x;=1+1', 'x\t=1+1'].map(csvCell)).toEqual(['"x;=1+1"', '"x\t=1+1"']);
});
