import { expect, test } from 'bun:test';
import { getDecoder, getEncoder } from '../hr/charsets.ts';

test('getDecoder decodes older character sets, also in pieces', () => {
  const decoder = getDecoder('big5');
  expect(decoder.write(new Uint8Array([0xa4])) + decoder.write(new Uint8Array([0xa4])) + decoder.end()).toBe(
    '中',
  );
  expect(getDecoder('cesu8').write(new TextEncoder().encode('Zoë'))).toBe('Zoë');
  expect(getDecoder('windows-1252').write(new Uint8Array([0x80]))).toBe('€');
});

test('getDecoder throws for an unknown character set, and getEncoder for Big5', () => {
  expect(() => getDecoder('no-such-set')).toThrow(RangeError);
  expect(() => getEncoder('big5')).toThrow(RangeError);
});
