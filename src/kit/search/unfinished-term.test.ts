import { expect, test } from 'bun:test';
import { readUnfinishedTerm } from './unfinished-term.ts';

test.each([
  ['', '', undefined, ''],
  ['pump ', 'pump ', undefined, ''],
  ['pump gri', 'pump ', undefined, 'gri'],
  ['-', '-', undefined, ''],
  ['pump -gri', 'pump -', undefined, 'gri'],
  ['|', '|', undefined, ''],
  ['dell|', 'dell|', undefined, ''],
  ['dell|hp', 'dell|', undefined, 'hp'],
  ['Vendor:dell|h', 'Vendor:dell|', 'vendor', 'h'],
] as const)('readUnfinishedTerm keeps all of %s before its last term', (query, before, key, text) => {
  expect(readUnfinishedTerm(query)).toEqual({ before, key, text });
});
