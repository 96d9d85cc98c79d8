import { expect, test } from 'bun:test';
import { describeUndo } from '../../src/web/pages/imports/import-counts.ts';

test('describeUndo names added and changed records only when there are any', () => {
  expect(describeUndo({ add: 620, update: 0 })).toBe('620 added records are deleted.');
  expect(describeUndo({ add: 0, update: 1 })).toBe('1 changed record gets its previous values back.');
  expect(describeUndo({ add: 1, update: 2 })).toBe(
    '1 added record is deleted, and 2 changed records get their previous values back.',
  );
});
