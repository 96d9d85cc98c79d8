import { expect, test } from 'bun:test';
import { notationOf, readingsOf } from './numbers.ts';

test.each<[cell: string, point: number | undefined, comma: number | undefined]>([
  ['980', 980, 980],
  ['+5', 5, 5],
  ['-5', -5, -5],
  ['−5', -5, -5],
  ['007', 7, 7],
  ['1.250', 1.25, 1250],
  ['1,250', 1250, 1.25],
  ['-12,345', -12_345, -12.345],
  ['01.250', 1.25, 1250],
  ['001,250', 1250, 1.25],
  ['-0012.345', -12.345, -12_345],
  ['+1.250', 1.25, 1250],
  ['€ 01.250', 1.25, 1250],
  ['01.250,5', undefined, 1250.5],
  ['0.250', 0.25, undefined],
  ['000,250', undefined, 0.25],
  ['-0.250', -0.25, undefined],
  ['0123.5', 123.5, undefined],
  ['01234.567', 1234.567, undefined],
  ['12.5', 12.5, undefined],
  ['12,5', undefined, 12.5],
  ['1250.125', 1250.125, undefined],
  ['0.125', 0.125, undefined],
  ['0,125', undefined, 0.125],
  ['.5', 0.5, undefined],
  ['1.250.000', undefined, 1_250_000],
  ['1.250,00', undefined, 1250],
  ['1,250.00', 1250, undefined],
  ['1 250', 1250, 1250],
  ['1\u00a0250\u00a0000', 1_250_000, 1_250_000],
  ['1\u202f250,5', undefined, 1250.5],
  ["1'250", 1250, 1250],
  ['1’250.5', 1250.5, undefined],
  ['€ 5', 5, 5],
  ['5 €', 5, 5],
  ['-€5,50', undefined, -5.5],
  ['€ -5', -5, -5],
  ['-$1,250.00', -1250, undefined],
  ['CHF 7.50', 7.5, undefined],
  ['980,00 EUR', undefined, 980],
  ['1 250 Kč', 1250, 1250],
  ['5,-', undefined, 5],
  ['1.250,—', undefined, 1250],
  ['999999999999999', 999_999_999_999_999, 999_999_999_999_999],
])('%s is read under both notations', (cell, point, comma) => {
  expect(readingsOf(cell)).toEqual({
    ...(point !== undefined && { point }),
    ...(comma !== undefined && { comma }),
  });
});

test.each([
  '',
  'abc',
  '1.25.0',
  '12,50,00',
  '1.2500,5',
  '5 %',
  '1e5',
  '1 25',
  '--5',
  '+-5',
  '.',
  ',',
  '1,',
  '5 €€',
  '€',
  "1'25",
  '1.250 000',
  '0 250',
  '00 250',
  '1.250 kg',
  '1000000000000000',
  'NaN',
  'Infinity',
  '0x10',
  '१२',
])('%s is no number', (cell) => {
  expect(readingsOf(cell)).toEqual({});
});

test('a column has the notation of its clear cells', () => {
  expect(notationOf(['980', '1.250'])).toBeUndefined();
  expect(notationOf(['980', '1.250', '0,5'])).toBe('comma');
  expect(notationOf(['1,250', 'text', '0.5', '0.75'])).toBe('point');
  expect(notationOf(['0,5', '0.5'])).toBe('mixed');
});
