import { addDays, startOfDay } from '../clock.ts';
import type { SqlCondition } from '../data/sql-condition.ts';
import { parseDay } from '../parse-date.ts';
import type { SearchOperator } from './query-language.ts';
import type { ValueKey } from './value-key.ts';

/** The first and the last of the values that a typed text stands for: those of a year, a month or a day. */
interface ValueRange {
  first: string | number;
  last: string | number;
}

/** The words for the values of a boolean. */
const YES = ['yes', 'true'];
const NO = ['no', 'false'];

/**
 * Returns the condition that a value compares to a typed text in this way; undefined when the text is
 * no such value. `today` is the current day of the plant.
 */
export function createComparison(
  key: ValueKey,
  operator: SearchOperator,
  { text, today }: { text: string; today: string },
): SqlCondition | undefined {
  const { kind, operand } = key;
  if (kind === 'boolean') return operator === ':' ? createTruthTest(key, text) : undefined;
  const range = kind === 'number' ? parseNumber(text) : parsePeriod(text, today);
  if (!range) return undefined;
  const { first, last } = kind === 'instant' ? toInstants(range) : range;
  if (operator === ':') return { sql: `${operand} BETWEEN ? AND ?`, params: [first, last] };
  const bound = operator === '<' || operator === '>=' ? first : last;
  return { sql: `${operand} ${operator} ?`, params: [bound] };
}

/** Returns the condition that a boolean has the value of a text; undefined when the text is no such value. */
function createTruthTest(
  { operand, truths = { no: 0, yes: 1 } }: { operand: string; truths?: { no: string | number; yes: string | number } },
  text: string,
): SqlCondition | undefined {
  const typed = text.trim().toLowerCase();
  if (YES.includes(typed)) return { sql: `${operand} = ?`, params: [truths.yes] };
  return NO.includes(typed) ? { sql: `${operand} = ?`, params: [truths.no] } : undefined;
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
