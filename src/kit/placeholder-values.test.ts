import { expect, test } from 'bun:test';
import { cleanHostName } from './host-name.ts';
import { isPlaceholder } from './placeholder-values.ts';

test.each(['', ' ', '-', '---', '- -', '0', '0000', 'FFFF-FFFF', '....', 'To be filled by O.E.M.'])(
  'the value "%s" is a placeholder',
  (value) => expect(isPlaceholder(value)).toBe(true),
);

test.each(['0001', 'F0F0', 'A-1', '-1-', 'SN-0'])('the value "%s" is no placeholder', (value) =>
  expect(isPlaceholder(value)).toBe(false),
);

test('a host name of dots only is empty', () => {
  expect(['.', '..', 'pc-1.', 'pc-1'].map(cleanHostName)).toEqual(['', '', 'pc-1', 'pc-1']);
});
