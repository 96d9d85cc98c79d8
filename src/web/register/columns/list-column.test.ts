import { expect, test } from 'bun:test';
import {
  hasSameColumns,
  moveColumn,
  neighborOf,
  readListColumns,
  setColumnWidth,
  togglePinned,
  toStoredColumns,
} from './list-column.ts';

const names = (columns: { name: string }[]) => columns.map(({ name }) => name).join();

test('stored columns keep their order, and pinned ones are first', () => {
  const stored = ['name', 'statusid', { name: 'serialnumber', pinned: true, width: 150 }];
  const columns = readListColumns(stored, 'name');
  expect(columns).toEqual([
    { name: 'serialnumber', width: 150, pinned: true },
    { name: 'name' },
    { name: 'statusid' },
  ]);
  expect(toStoredColumns(columns)).toEqual([
    { name: 'serialnumber', width: 150, pinned: true },
    'name',
    'statusid',
  ]);
});

test('the name of the record is a column even when the stored columns are of the wrong type', () => {
  for (const stored of [null, undefined, 'name', {}, 7, [], [null, 5, '', {}, { name: 4 }]])
    expect(readListColumns(stored, 'name')).toEqual([{ name: 'name' }]);
  const odd = [
    'a',
    'a',
    { name: 'a' },
    { name: 'b', width: 'wide', pinned: 'yes' },
    { name: 'c', width: 1e9 },
  ];
  expect(readListColumns(odd, 'a')).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'c', width: 1200 }]);
  expect(
    readListColumns(
      Array.from({ length: 5000 }, (_, n) => `c${n}`),
      'c0',
    ),
  ).toHaveLength(200);
});

test('a column moves to the place of another one and not across the pinned columns', () => {
  const columns = readListColumns([{ name: 'a', pinned: true }, 'b', 'c', 'd'], 'a');
  expect(names(moveColumn(columns, 'd', 'b'))).toBe('a,d,b,c');
  expect(names(moveColumn(columns, 'b', 'd'))).toBe('a,c,d,b');
  expect(names(moveColumn(columns, 'd', 'a'))).toBe('a,d,b,c');
  expect(names(moveColumn(columns, 'x', 'a'))).toBe('a,b,c,d');
  expect([neighborOf(columns, 'b', -1), neighborOf(columns, 'b', 1)]).toEqual([undefined, 'c']);
  expect(names(togglePinned(columns, 'c'))).toBe('a,c,b,d');
  expect(names(togglePinned(togglePinned(columns, 'c'), 'a'))).toBe('c,a,b,d');
});

test('a width is limited, and a column without one takes that of its content', () => {
  const columns = readListColumns(['a', 'b'], 'a');
  const wide = setColumnWidth(columns, 'b', 4.2);
  expect(wide[1]).toEqual({ name: 'b', width: 60 });
  expect(setColumnWidth(wide, 'b', undefined)).toEqual(columns);
  expect(hasSameColumns(['a', 'b'], columns, 'a')).toBe(true);
  expect(hasSameColumns(['b', 'a'], columns, 'a')).toBe(false);
  expect(hasSameColumns(['a', 'b'], wide, 'a')).toBe(false);
});
