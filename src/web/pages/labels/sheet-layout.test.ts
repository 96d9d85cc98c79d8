import { expect, test } from 'bun:test';
import { computeLabelOffset, countLabels, fitsPaper, SHEETS, splitOverSheets } from './sheet-layout.ts';

test('every sheet of the list holds as many as its name says, all of them on the paper', () => {
  for (const layout of SHEETS) {
    expect([layout.name, fitsPaper(layout)]).toEqual([layout.name, true]);
    expect(layout.name).toContain(`, ${countLabels(layout)} on ${layout.paper}`);
  }
});

test('labels go row by row, each beside the one before it', () => {
  const [l7160] = SHEETS;
  expect(computeLabelOffset(l7160!, 0)).toEqual({ left: 7.2, top: 15.15 });
  expect(computeLabelOffset(l7160!, 2).left).toBeCloseTo(139.3, 5);
  expect(computeLabelOffset(l7160!, 3)).toEqual({ left: 7.2, top: 53.25 });
});

test('the first sheet begins behind its used-up positions, and the next ones at their first', () => {
  const sheets = splitOverSheets(['a', 'b', 'c', 'd', 'e'], 4, 3);
  expect(sheets.map((one) => one.map(({ position, thing }) => `${position}${thing}`))).toEqual([
    ['3a'],
    ['0b', '1c', '2d', '3e'],
  ]);
});

test('a sheet whose labels reach over the edge does not fit', () => {
  expect(fitsPaper({ ...SHEETS[0]!, columns: 4 })).toBe(false);
  expect(fitsPaper({ ...SHEETS[0]!, top: 40 })).toBe(false);
});
