import { dateSchema, instantSchema } from '../../kit/resource/validate.ts';
import { truncateForError } from './cell-text.ts';
import { RowProblem } from './row-problem.ts';

export const DATE_ORDERS = ['dmy', 'mdy'] as const;
/** The order of day, month and year in dates that do not begin with the year. */
export type DateOrder = (typeof DATE_ORDERS)[number];

const YEAR_FIRST = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/;
const DIGITS = /^(\d{4})(\d\d)(\d\d)$/;
const YEAR_LAST = /^(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{4})$/;
/** Serial day numbers of spreadsheets, from 1927 to 2173. */
const DAY_NUMBER = /^([1-9]\d{4})(?:[.,]\d*)?$/;
const FIRST_DAY = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;
const MIDNIGHT = /^(?:0?0:00(?::00(?:[.,]0{1,9})?)?|0000(?:00)?|12:00(?::00)? ?AM)(?: ?(?:Z|[+-]00:?00))?$/i;
const CLOCK = /^(\d{1,2})(:\d\d(?::\d\d(?:[.,]\d{1,9})?)?) ?(Z|[+-]\d\d:?\d\d)?$/i;

/**
 * Returns the day of a date cell as `2026-01-31`. Throws a `RowProblem` when the cell is not a date or
 * contains a time other than midnight. Also throws it without an `order` for a date that does not begin with
 * the year.
 */
export function dateOf(cell: string, order: DateOrder | undefined): string {
  const { day, time } = splitTime(cell);
  const date = isoDay(cell, day, order);
  if (date === undefined)
    throw new RowProblem(
      dayNumber(cell) ?? `"${truncateForError(cell)}" is not a date. Enter it like 2026-01-31.`,
    );
  if (time !== '' && !MIDNIGHT.test(time))
    throw new RowProblem(`"${truncateForError(cell)}" contains a time. Enter only the date, like ${date}.`);
  return date;
}

/**
 * Returns the error for a cell with a serial day number, which spreadsheets count from 1900; undefined for
 * other texts.
 */
function dayNumber(cell: string): string | undefined {
  const [, days] = DAY_NUMBER.exec(cell.trim()) ?? [];
  if (days === undefined) return undefined;
  const date = new Date(FIRST_DAY + Number(days) * DAY_MS).toISOString().slice(0, 10);
  return `"${truncateForError(cell)}" is a spreadsheet day number, usually ${date}. Enter it like ${date}.`;
}

/**
 * Returns the date and time of a cell in a form that the schema accepts. Throws a `RowProblem` without a
 * valid date and a time. Without an `order`, also throws it for a date that does not begin with the year.
 */
export function instantOf(cell: string, order: DateOrder | undefined): string {
  const { day, time } = splitTime(cell);
  const date = isoDay(cell, day, order);
  const [, hour, rest, zone = ''] = CLOCK.exec(time) ?? [];
  const instant = `${date}T${hour?.padStart(2, '0')}${rest?.replace(',', '.')}${zone.toUpperCase()}`;
  if (date === undefined || hour === undefined || !instantSchema.safeParse(instant).success)
    throw new RowProblem(
      `"${truncateForError(cell)}" is not a date with a time. Enter it like 2026-01-31T13:05:09Z.`,
    );
  return instant;
}

/** Splits at the first T or blank that is followed by a time. */
function splitTime(cell: string): { day: string; time: string } {
  const text = cell.replace(/\s+/g, ' ').trim();
  const at = text.search(/[ T]\d{1,2}:|T\d{4}/i);
  return at < 0 ? { day: text, time: '' } : { day: text.slice(0, at), time: text.slice(at + 1) };
}

/**
 * Returns the day in ISO form; undefined when the text has no supported form. Throws a `RowProblem` for a day
 * that does not exist.
 */
function isoDay(cell: string, text: string, order: DateOrder | undefined): string | undefined {
  const [, year, month, day] = yearFirst(text) ?? yearLast(cell, text, order) ?? [];
  if (year === undefined) return undefined;
  const date = `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
  if (dateSchema.safeParse(date).success) return date;
  const reading = order && !yearFirst(text) ? ` with the order ${order}` : '';
  throw new RowProblem(
    `"${truncateForError(cell)}" does not exist in the calendar${reading}. Enter it like 2026-01-31.`,
  );
}

function yearFirst(text: string): string[] | undefined {
  const separated = YEAR_FIRST.exec(text);
  if (separated) return ['', separated[1]!, separated[3]!, separated[4]!];
  return DIGITS.exec(text) ?? undefined;
}

function yearLast(cell: string, text: string, order: DateOrder | undefined): string[] | undefined {
  const found = YEAR_LAST.exec(text);
  if (!found) return undefined;
  const [, first, , second, year] = found;
  if (order) return ['', year!, ...(order === 'dmy' ? [second!, first!] : [first!, second!])];
  throw new RowProblem(
    `"${truncateForError(cell)}" is ambiguous. Choose the date order, day first (dmy) or month first (mdy), or enter the date like 2026-01-31.`,
  );
}
