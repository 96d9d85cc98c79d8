import { addDays, startOfDay } from '../clock.ts';
import { joinConditions, type SqlCondition } from '../data/sql-condition.ts';
import { parseDay } from '../parse-date.ts';
import type { SearchOperator } from './query-language.ts';
import type { SearchTime, ValueChoice, ValueKey } from './value-key.ts';
import { wordsOf } from './words.ts';

/** The first and the last of the values that a typed text stands for: those of a year, a month or a day. */
interface ValueRange {
  first: string | number;
  last: string | number;
}

/**
 * Returns the condition that a value compares to a typed text in this way; undefined when the text is
 * no such value.
 */
export function createComparison(
  key: ValueKey,
  operator: SearchOperator,
  { text, now }: { text: string; now: SearchTime },
): SqlCondition | undefined {
  const { kind, operand } = key;
  if (kind === 'choice') return operator === ':' ? createChoiceTest(key, text, now) : undefined;
  const range = kind === 'number' ? parseNumber(text) : parsePeriod(text, now.today);
  if (!range) return undefined;
  const { first, last } = kind === 'instant' ? toInstants(range) : range;
  if (operator === ':') return { sql: `${operand} BETWEEN ? AND ?`, params: [first, last] };
  const bound = operator === '<' || operator === '>=' ? first : last;
  return { sql: `${operand} ${operator} ?`, params: [bound] };
}

/**
 * Returns the condition that a choice has a value with a name in which a word begins with the text. The value
 * that is called exactly so is preferred.
 */
function createChoiceTest(
  { choices = [] }: ValueKey,
  text: string,
  now: SearchTime,
): SqlCondition | undefined {
  const tests = findChoices(choices, text).map((choice) => choice.when(now));
  return tests.length === 0 ? undefined : joinConditions(tests, 'OR');
}

/** Returns the values with a name in which a word begins with the text, or the one that is called exactly so. */
export function findChoices(choices: readonly ValueChoice[], text: string): ValueChoice[] {
  const typed = ` ${wordsOf(text).join(' ')}`;
  const namesOf = ({ title, aliases }: ValueChoice) =>
    [title, ...aliases].map((name) => ` ${wordsOf(name).join(' ')}`);
  const exact = choices.filter((choice) => namesOf(choice).includes(typed));
  return exact.length > 0
    ? exact
    : choices.filter((choice) => namesOf(choice).some((name) => name.includes(typed)));
}

/** Reads a number. A comma before three digits groups them, and any other comma starts the decimals. */
function parseNumber(text: string): ValueRange | undefined {
  const plain = text
    .trim()
    .replace(/,(?=\d{3}(\D|$))/g, '')
    .replace(',', '.');
  if (!/^[+-]?\d{1,15}(\.\d{1,15})?$/.test(plain)) return undefined;
  return { first: Number(plain), last: Number(plain) };
}

/** Reads `today`, a year, a month or a day: `2026`, `2026-11`, `2026-11-28` or `28.11.2026`. */
function parsePeriod(text: string, today: string): ValueRange | undefined {
  const typed = text.trim().toLowerCase();
  if (typed === 'today') return { first: today, last: today };
  if (/^\d{4}$/.test(typed)) return { first: `${typed}-01-01`, last: `${typed}-12-31` };
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(typed)) return { first: `${typed}-01`, last: lastDayOf(typed) };
  const day = parseDay(typed, 'DD.MM.YYYY');
  return day === null ? undefined : { first: day, last: day };
}

/** Returns the last day of a month such as `2026-11`. */
function lastDayOf(month: string): string {
  const nextMonth = addDays(`${month}-28`, 7).slice(0, 7);
  return addDays(`${nextMonth}-01`, -1);
}

const toInstants = ({ first, last }: ValueRange): ValueRange => ({
  first: startOfDay(String(first)),
  last: new Date(Date.parse(startOfDay(addDays(String(last), 1))) - 1).toISOString(),
});
