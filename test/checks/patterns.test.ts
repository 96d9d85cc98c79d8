import { expect, test } from 'bun:test';
import { findNestedRepetitions, isNested } from '../../build/check-patterns.ts';
import { patternsOf } from '../../build/regex-literals.ts';

test.each([
  '(a+)+',
  '(a*)*b',
  '(?:a|b+)*',
  '(<!--[\\s\\S]*?-->\\s*)*',
  '((a{0,2}b)c)+',
  '([a-z]{1,9}){2,}',
  '(a{2,3})*',
  '(?<x>a+)+',
])('the check refuses the nested repetition /%s/', (source) => expect(isNested(source)).toBe(true));

test.each([
  'a+b*',
  '(a+)?',
  '(ab)+',
  '([0-9a-f]{2}:){5}',
  '[(a+)]+',
  '\\(a+\\)+',
  '(a+)(b+)',
  '(?=a+)b',
  '\\p{Cc}*',
  '(a|b)*',
])('the check accepts /%s/', (source) => expect(isNested(source)).toBe(false));

test('patternsOf finds regular expressions and ignores strings and comments', () => {
  const text = [
    'const a = /one[/]x/g;',
    "const b = 'no /two+/ here'; // nor /three/",
    'const c = `of ${text.replace(/four/, `deep ${/five/.test(x)}`)} /six/`;',
    "const d = new RegExp('seven\\\\d');",
    'const e = 6 / 2 / 1;',
    'return /eight/;',
    "it's /nine/",
  ].join('\n');
  expect(patternsOf({ path: 'x.ts', text }).map(({ source }) => source)).toEqual([
    'one[/]x',
    'four',
    'five',
    'seven\\d',
    'eight',
  ]);
});

test('the check names the place of a nested repetition', () => {
  const file = { path: 'src/kit/x.ts', text: 'const x = 1;\nconst bad = /^(a+)+$/;' };
  expect(findNestedRepetitions([file])).toEqual([
    'src/kit/x.ts:2 repeats a repetition in /^(a+)+$/: read it in one walk instead.',
  ]);
});
