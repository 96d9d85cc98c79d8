import { cleanText, cutText } from '../../../src/kit/clean-text.ts';
import type { IgnoredValues } from '../../../src/kit/ignored-fields.ts';

/**
 * Reads one value of an inventory and never throws. Returns undefined for an empty or unusable value. Counts
 * a value under `field` when it is unusable, converted or cut.
 */
export type ValueReader<T> = (value: unknown, field: string, ignored: IgnoredValues) => T;

/** Readers of the fields of an object, by key. */
export type FieldReaders = Readonly<Record<string, ValueReader<unknown>>>;
export type FieldsOf<S extends FieldReaders> = { [K in keyof S]?: NonNullable<ReturnType<S[K]>> };

const MAX_TEXT_LENGTH = 255;
/**
 * Maximum raw characters of an identifier. Cleaning removes only blanks and invisible characters, so longer
 * texts are rejected without cleaning.
 */
const MAX_RAW_IDENTIFIER = 4 * MAX_TEXT_LENGTH;

/** Reports whether a value is missing. In XML, an empty element is an empty text. */
export const isEmpty = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === '';

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads a text or a number as a text. A list with one entry counts as that entry, and an XML element with
 * children as its text.
 */
export const toScalar: ValueReader<string | undefined> = (value, field, ignored) => {
  if (isEmpty(value)) return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  ignored.add(field);
  return convertScalar(value);
};

function convertScalar(value: unknown): string | undefined {
  if (typeof value === 'string') return value || undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  if (isObject(value)) return typeof value['#text'] === 'string' ? value['#text'] : undefined;
  if (!Array.isArray(value)) return undefined;
  const entries = value.filter((entry) => !isEmpty(entry));
  return entries.length === 1 ? convertScalar(entries[0]) : undefined;
}

/** Reads a descriptive text as one clean line of at most 255 characters. */
export const toText: ValueReader<string | undefined> = (value, field, ignored) => {
  const raw = toScalar(value, field, ignored);
  if (raw === undefined) return undefined;
  const line = cutText(raw, MAX_TEXT_LENGTH);
  if (
    raw.length > MAX_TEXT_LENGTH &&
    (cleanText(raw.slice(0, MAX_RAW_IDENTIFIER))?.length ?? 0) > MAX_TEXT_LENGTH
  )
    ignored.add(field);
  return line;
};

/** Reads a text that identifies a record. A text of more than 255 characters is left out, never cut. */
export const toIdentifier: ValueReader<string | undefined> = (value, field, ignored) => {
  const raw = toScalar(value, field, ignored);
  if (raw === undefined) return undefined;
  const line = raw.length > MAX_RAW_IDENTIFIER ? undefined : cleanText(raw);
  if (raw.length <= MAX_RAW_IDENTIFIER && (line?.length ?? 0) <= MAX_TEXT_LENGTH) return line;
  ignored.add(field);
  return undefined;
};

/** Returns a reader for a number from 0 to a maximum. A text counts as the number it starts with. */
export const toNumberUpTo =
  (most: number): ValueReader<number | undefined> =>
  (value, field, ignored) => {
    const raw = toScalar(value, field, ignored);
    if (raw === undefined) return undefined;
    const number = Number.parseFloat(raw);
    if (number >= 0 && number <= most) return number;
    ignored.add(field);
    return undefined;
  };

/** Reads a whole number from 0 up to the largest safe integer. */
export const toWholeNumber: ValueReader<number | undefined> = (value, field, ignored) => {
  const raw = toScalar(value, field, ignored)?.trim();
  if (!raw) return undefined;
  const number = /^\d{1,16}$/.test(raw) ? Number(raw) : Number.NaN;
  if (Number.isSafeInteger(number)) return number;
  ignored.add(field);
  return undefined;
};

const YES = new Set(['1', 'true', 'yes']);
const FALSE_WORDS = new Set(['0', 'false', 'no']);

/** Reads a yes or no. Returns undefined for any other value. */
export const toBoolean: ValueReader<boolean | undefined> = (value, field, ignored) => {
  if (typeof value === 'boolean') return value;
  if (Array.isArray(value) && value.length === 1 && typeof value[0] === 'boolean') {
    ignored.add(field);
    return value[0];
  }
  const raw = toScalar(value, field, ignored)?.trim().toLowerCase();
  if (!raw) return undefined;
  if (YES.has(raw)) return true;
  if (!FALSE_WORDS.has(raw)) ignored.add(field);
  return FALSE_WORDS.has(raw) ? false : undefined;
};
