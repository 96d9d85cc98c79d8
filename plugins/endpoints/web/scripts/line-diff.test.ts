import { expect, test } from 'bun:test';
import { computeLineDiff, selectAroundChanges } from './line-diff.ts';

const diffLines = (older: string, newer: string) =>
  computeLineDiff(older, newer).map(({ change, text }) => change + text);

test('the diff marks removed and added lines and leaves common lines unmarked', () => {
  expect(diffLines('a\nb\nc', 'a\nB\nc')).toEqual([' a', '-b', '+B', ' c']);
  expect(diffLines('a\nc', 'a\nb\nc\n')).toEqual([' a', '+b', ' c']);
  expect(diffLines('a\nb\na\nb', 'b\na')).toEqual(['-a', ' b', ' a', '-b']);
  expect(diffLines('same', 'same')).toEqual([' same']);
});

test('the lines have the numbers of their texts', () => {
  expect(computeLineDiff('a\nb', 'x\na').map(({ older, newer }) => [older, newer])).toEqual([
    [undefined, 1],
    [1, 2],
    [2, undefined],
  ]);
});

test('ends of lines are no difference', () => {
  expect(diffLines('a\r\nb\r\n', 'a\nb')).toEqual([' a', ' b']);
});

test('the diff replaces the whole text when both texts have 3,000 lines', () => {
  const long = (word: string) => Array.from({ length: 3000 }, (_, n) => `${word} ${n}`).join('\n');
  expect(computeLineDiff(long('old'), long('new')).filter(({ change }) => change === '+')).toHaveLength(3000);
});

test('the selection shows only the unchanged lines around a change', () => {
  const lines = Array.from({ length: 20 }, (_, n) => `line ${n}`);
  const selection = selectAroundChanges(
    computeLineDiff(lines.join('\n'), lines.with(10, 'other').join('\n')),
    1,
  );
  expect(selection.map((line) => line && line.change + line.text)).toEqual([
    null,
    ' line 9',
    '-line 10',
    '+other',
    ' line 11',
    null,
  ]);
});
