import { expect, test } from 'bun:test';
import { sortByTitle } from './sort-by-title.ts';

test('titles that start with the text are first, then those that contain it, then the others', () => {
  const titles = ['Measuring tools', 'Overdue backups', 'Due dates', 'Warranties'];
  const sorted = sortByTitle(
    titles.map((title) => ({ title })),
    'due',
  );
  expect(sorted.map(({ title }) => title)).toEqual([
    'Due dates',
    'Overdue backups',
    'Measuring tools',
    'Warranties',
  ]);
});
