import { expect, test } from 'bun:test';
import { getDecoder, getEncoder } from '../hr/charsets.ts';

test('a text in an older character set is read piece by piece', () => {
  const decoder = getDecoder('big5');
  expect(decoder.write(new Uint8Array([0xa4])) + decoder.write(new Uint8Array([0xa4])) + decoder.end()).toBe(
    '中',
  );
  expect(getDecoder('cesu8').write(new TextEncoder().encode('Zoë'))).toBe('Zoë');
  expect(getDecoder('windows-1252').write(new Uint8Array([0x80]))).toBe('€');
});

test('a character set that nobody knows is refused, and none but UTF-8 is written', () => {
  expect(() => getDecoder('no-such-set')).toThrow(RangeError);
  expect(() => getEncoder('big5')).toThrow(RangeError);
});
