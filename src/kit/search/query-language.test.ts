import { expect, test } from 'bun:test';
import { parseSearch } from './query-language.ts';
import { joinWords, sequencesOf, wordsOf } from './words.ts';

const shortForm = (query: string) =>
  parseSearch(query).map(({ key, operator, values, isExcluded }) =>
    [
      isExcluded ? '-' : '',
      key === undefined ? '' : `${key}${operator}`,
      values.map(({ text, isPhrase }) => (isPhrase ? `"${text}"` : text)).join('|'),
    ].join(''),
  );

test.each([
  ['grind  mach', ['grind', 'mach']],
  ['"hall b1" press', ['"hall b1"', 'press']],
  ['-retired dell', ['-retired', 'dell']],
  ['status:"in repair" in:"Hall B1"', ['status:"in repair"', 'in:"Hall B1"']],
  ['vendor:dell|hp|"General Electric"', ['vendor:dell|hp|"General Electric"']],
  ['-has:location', ['-has:location']],
  ['Status:Active', ['status:Active']],
  ['"unclosed phrase', ['"unclosed phrase"']],
  ['00:1a:2b', ['00:1a:2b']],
  ['note: text', ['note:', 'text']],
  ['- | ""', []],
  ['-', []],
  ['--', []],
  ['|', []],
  ['pump -', ['pump']],
  ['pump |', ['pump']],
  ['-|', []],
  ['"-"', ['"-"']],
  ['name:-', ['name:-']],
  ['-pump', ['-pump']],
  ['a|b', ['a', 'b']],
  ['cost>500 Due<=2026-12', ['cost>500', 'due<=2026-12']],
  ['cost:>=500 -cost:<9', ['cost>=500', '-cost<9']],
  ['cost> 5', ['cost>', '5']],
  ['>5 <x', ['>5', '<x']],
  ['', []],
])('parseSearch reads %s', (query, expected) => {
  expect(shortForm(query)).toEqual(expected);
});

test('wordsOf folds letter case and accents and splits at separators', () => {
  expect(wordsOf('Straße, MC-000012 Łódź/Ｈall')).toEqual(['strasse', 'mc', '000012', 'łodz', 'hall']);
});

test.each([
  ['MC-000012', false, ['mc 000012', 'mc 12', 'mc000012', 'mc12']],
  ['MC 000012', true, ['mc 000012', 'mc 12', 'mc000012', 'mc12']],
  ['Press 0012 of hall B-01', false, ['press 0012 of hall b 01', '12', 'b 1', 'b01', 'b1']],
  ['10.0.0.7', false, ['10 0 0 7']],
  ['plain text', false, ['plain text']],
  ['000', false, ['000', '0']],
  ['--', true, []],
] as const)('sequencesOf lists the words of %s (identifier: %s)', (text, isKey, expected) => {
  expect(sequencesOf(text, isKey)).toEqual([...expected]);
});

test('joinWords keeps numbers apart', () => {
  expect(joinWords(['10', '0'])).toBeUndefined();
  expect(joinWords(['00', '1a', '2b'])).toBe('001a2b');
});
