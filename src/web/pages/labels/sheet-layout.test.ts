import { expect, test } from 'bun:test';
import { computeLabelOffset, countLabels, fitsPaper, SHEETS, splitOverSheets } from './sheet-layout.ts';

test('each sheet layout fits its paper and has the label count of its name', () => {
  for (const layout of SHEETS) {
    expect([layout.name, fitsPaper(layout)]).toEqual([layout.name, true]);
    expect(layout.name).toContain(`, ${countLabels(layout)} on ${layout.paper}`);
  }
});

test('computeLabelOffset places labels row by row', () => {
  const [l7160] = SHEETS;
  expect(computeLabelOffset(l7160!, 0)).toEqual({ left: 7.2, top: 15.15 });
  expect(computeLabelOffset(l7160!, 2).left).toBeCloseTo(139.3, 5);
  expect(computeLabelOffset(l7160!, 3)).toEqual({ left: 7.2, top: 53.25 });
});

test('splitOverSheets skips used positions of the first sheet only', () => {
  const sheets = splitOverSheets(['a', 'b', 'c', 'd', 'e'], 4, 3);
  expect(sheets.map((one) => one.map(({ position, thing }) => `${position}${thing}`))).toEqual([
    ['3a'],
    ['0b', '1c', '2d', '3e'],
  ]);
});

test('fitsPaper returns false when the labels exceed the paper', () => {
  expect(fitsPaper({ ...SHEETS[0]!, columns: 4 })).toBe(false);
  expect(fitsPaper({ ...SHEETS[0]!, top: 40 })).toBe(false);
});
