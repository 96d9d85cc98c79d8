import type { z } from 'zod';
import { addDays, dayOf, startOfDay } from '../clock.ts';
import { invalid } from '../errors.ts';
import { booleanParam } from '../http/paging.ts';
import { type FilterOperator, splitValueList } from './filter-operators.ts';
import type { CurrentTime } from './filters.ts';
import { dateSchema, instantSchema } from './validate.ts';

const MAX_VALUES = 1000;
const MAX_CHARACTERS = 255;
/** The maximum length of a text that is compared as a whole, which is that of long texts. */
export const MAX_WHOLE_CHARACTERS = 65_536;
const HOUR_MS = 3_600_000;

/** A range of days or instants. Both ends are included. */
export interface TimeRange {
  from?: string;
  to?: string;
}

/** Returns the values of a list. Throws 400 for none, or for more than `MAX_VALUES`. */
export function splitValues(parameter: string, text: string): string[] {
  const values = splitValueList(text);
  if (values.length === 0) throw invalid(parameter, 'Enter at least one value.');
  if (values.length > MAX_VALUES) throw invalid(parameter, `Enter at most ${MAX_VALUES} values.`);
  return values;
}

/** Returns the value in composed form. Throws 400 for an empty or long text, or one with a NUL. */
export function parseText(parameter: string, text: string, max = MAX_CHARACTERS): string {
  if (text.trim() === '') throw invalid(parameter, 'Enter a value.');
  if (text.length > max) throw invalid(parameter, `Use at most ${max} characters.`);
  if (text.includes('\0')) throw invalid(parameter, 'Control characters are not allowed.');
  return text.normalize('NFC');
}

/** Returns the number. Throws 400 for anything other than digits with a sign, a decimal point and an exponent. */
export function parseNumber(parameter: string, text: string): number {
  if (!/^[+-]?\d{1,16}(\.\d{1,17})?(e[+-]?\d{1,3})?$/i.test(text.trim()) || !Number.isFinite(Number(text)))
    throw invalid(parameter, 'Use a number such as 12.5.');
  return Number(text);
}

/** Returns the ID. Throws 400 for anything other than at most 15 digits. */
export function parseId(parameter: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw invalid(parameter, 'Use numeric ids.');
  return Number(text);
}

/** Returns the boolean. Throws 400 for anything other than `true`, `false`, `1` and `0`. */
export const parseBoolean = (parameter: string, text: string): boolean =>
  parseWith(booleanParam, parameter, text, 'Use true or false.');

/** Returns the calendar date. Throws 400 for an invalid one. */
export const parseDay = (parameter: string, text: string): string => parseWith(dateSchema, parameter, text);

/** Returns the range of an instant, or of a day in the time zone of the plant. Throws 400 for neither. */
export function parseTime(parameter: string, text: string): Required<TimeRange> {
  if (/[T ]/.test(text)) {
    const at = parseWith(instantSchema, parameter, text);
    return { from: at, to: at };
  }
  const day = parseDay(parameter, text);
  return { from: startOfDay(day), to: new Date(Date.parse(startOfDay(addDays(day, 1))) - 1).toISOString() };
}

/**
 * Returns the range of a period such as `30d` or `12h` before or after the current time: days for a date,
 * instants otherwise. Throws 400 for another form.
 */
export function parsePeriod(
  parameter: string,
  text: string,
  { operator, kind, now }: { operator: FilterOperator; kind: string; now: CurrentTime },
): TimeRange {
  const [, count, unit] = /^([1-9]\d{0,4})([dh])$/i.exec(text.trim()) ?? [];
  if (count === undefined) throw invalid(parameter, 'Use a number of days or hours such as 30d or 12h.');
  const signed = operator === 'last' ? -Number(count) : Number(count);
  const hours = unit!.toLowerCase() === 'd' ? signed * 24 : signed;
  const instant = new Date(Date.parse(now.at) + hours * HOUR_MS);
  const [here, there] =
    kind === 'instant'
      ? [now.at, instant.toISOString()]
      : [now.today, unit!.toLowerCase() === 'd' ? addDays(now.today, signed) : dayOf(instant)];
  return operator === 'last' ? { from: there, to: here } : { from: here, to: there };
}

function parseWith<T>(schema: z.ZodType<T, string>, parameter: string, text: string, message?: string): T {
  const parsed = schema.safeParse(text.trim());
  if (parsed.success) return parsed.data;
  throw invalid(parameter, message ?? parsed.error.issues[0]!.message);
}
