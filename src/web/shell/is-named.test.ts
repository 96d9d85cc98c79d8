import { expect, test } from 'bun:test';
import { isNamed } from './is-named.ts';

const imports = { title: 'Imports', words: 'excel csv snipe-it' };

test('a title and its search words match each word of a text in any letter case', () => {
  expect(['imp', 'EXCEL imp', 'snipe-it'].map((text) => isNamed(imports, text))).toEqual([true, true, true]);
  expect(isNamed(imports, 'excel toner')).toBe(false);
});

test('a blank text matches every title, and a sign without a word matches none', () => {
  expect(['', ' '].map((text) => isNamed(imports, text))).toEqual([true, true]);
  expect(['-', '|', '- ', '"'].map((text) => isNamed(imports, text))).toEqual([false, false, false, false]);
});
