import { z } from 'zod';
import { normalizeText, oneLine } from '../clean-text.ts';
import { SECRET_MASK } from '../secrets.ts';
import type { Field } from './fields.ts';

const NAME_MAX = 255;
const TEXT_MAX = 65_536;

/**
 * Returns a schema for text without control characters other than tabs and line breaks. SQLite and many other
 * programs would cut it at a NUL.
 */
const plainText = (max: number) =>
  z
    .string()
    .max(max, `Use at most ${max} characters.`)
    .regex(/^[\P{Cc}\t\n\r]*$/u, 'Control characters are not allowed.')
    .refine((value) => value.isWellFormed(), 'The text contains an incomplete character.');

/**
 * Returns a schema for one line that is not prose, such as a color or a secret. Line breaks are rejected,
 * because the value is stored unchanged.
 */
const singleLine = (max: number) =>
  plainText(max).regex(/^[^\t\n\r]*$/, 'Use one line, without tabs and line breaks.');

/**
 * Returns a schema for ASCII text. Digits of other widths or scripts look alike, but other programs cannot
 * read them.
 */
const inAscii = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Use at most ${max} characters.`)
    .regex(/^[ -~]*$/, 'Use plain digits and letters.');

/**
 * Reports whether a browser accepts the value as a URL. Rejects line breaks, which a browser would remove.
 */
const isHttpUrl = (value: string) => /^https?:\/\/[^\s/]\S*$/i.test(value) && URL.canParse(value);

const isInstant = (value: string) => !Number.isNaN(Date.parse(value));
/** Reports whether the day exists. `Date` would read February 30 as March 2. */
const isDay = (value: string) => z.iso.date().safeParse(value).success;

const YEARS = 'Use a year from 0001 to 9999.';
/**
 * Reports whether the year has four digits, so that dates sort as text. An offset can leave that range:
 * 9999-12-31T23:00-05:00 is `+010000-…` in UTC.
 */
const isInCalendar = (value: string) => /^\d{4}-/.test(value) && !value.startsWith('0000');

/**
 * Validates an ISO 8601 instant and converts it to UTC with milliseconds. One without an offset counts as
 * UTC.
 */
export const instantSchema = z
  .string()
  .max(40)
  .refine(
    (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) && isDay(value.slice(0, 10)) && isInstant(value),
    'Use an ISO 8601 instant such as 2026-01-31T13:05:09Z.',
  )
  .transform((value) => new Date(/(Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`).toISOString())
  .refine(isInCalendar, YEARS)
  .meta({ format: 'date-time' });

// An invalid date aborts here, so that it does not also get the message about years.
/** Validates a calendar date in the years 0001 to 9999. */
export const dateSchema = z.iso
  .date({ error: 'Use a calendar date such as 2026-01-31.', abort: true })
  .refine(isInCalendar, YEARS);

/** Created once, because most fields use these schemas, and each schema costs the start about 30 µs. */
const name = plainText(NAME_MAX);
const seenName = name.overwrite(oneLine);
const longtext = plainText(TEXT_MAX);
const reference = z.int().positive();
const plainUpTo = (max: number | undefined) =>
  max === undefined || max === NAME_MAX ? name : plainText(max);

function schemaOfKind(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
      if (field.ascii) return inAscii(field.max ?? NAME_MAX);
      return plainUpTo(field.max) === name ? seenName : plainUpTo(field.max).overwrite(oneLine);
    case 'icon':
    case 'color':
      return singleLine(field.max ?? NAME_MAX);
    case 'longtext':
      return field.max === undefined ? longtext : plainText(field.max);
    case 'integer':
      return z
        .int()
        .min(field.min ?? Number.MIN_SAFE_INTEGER)
        .max(field.max ?? Number.MAX_SAFE_INTEGER);
    case 'ref':
      return reference;
    case 'number':
      return z
        .number()
        .min(field.min ?? -1e15)
        .max(field.max ?? 1e15);
    case 'boolean':
      return z.boolean();
    case 'date':
      return dateSchema;
    case 'instant':
      return instantSchema;
    case 'url':
      return plainText(2048).refine(isHttpUrl, 'Use an address that starts with http:// or https://.');
    case 'email':
      return z.email('Use an email address such as name@example.com.').max(NAME_MAX);
    case 'select':
      return z.enum(Object.keys(field.options ?? {}) as [string, ...string[]]);
    case 'secret':
      return field.outbound
        ? plainText(2048).refine(
            (value) => value === SECRET_MASK || isHttpUrl(value),
            'Use an address that starts with http:// or https://.',
          )
        : singleLine(field.max ?? NAME_MAX);
    case 'json':
      return z.json();
  }
}

/**
 * Returns the schema of one field in a request body. Null or an empty text clears an optional field, except a
 * boolean, which can only be omitted.
 */
export function inputSchema(field: Field): z.ZodType {
  const base = field.schema ?? schemaOfKind(field);
  const withTitle = (schema: z.ZodType) =>
    schema.meta({ title: field.title, ...(field.help ? { description: field.help } : {}) });
  if (field.required) {
    if (field.schema) return withTitle(base);
    const missing = `${field.title} is required.`;
    if (field.kind === 'text') return withTitle((base as z.ZodString).trim().min(1, missing));
    // Multi-line text keeps its blanks, unless it contains nothing else.
    if (field.kind === 'longtext')
      return withTitle((base as z.ZodString).min(1, missing).refine(saysSomething, missing));
    return withTitle(base);
  }
  if (field.kind === 'boolean') return withTitle(base.optional());
  return withTitle(clearable(field, base));
}

const saysSomething = (text: string): boolean => normalizeText(text).trim() !== '';

/**
 * Returns the schema of an optional field, which an empty value clears. A text of invisible characters only
 * is empty.
 */
function clearable({ kind }: Field, base: z.ZodType): z.ZodType {
  if (base === seenName) return clearableName;
  if (base === longtext) return clearableLongtext;
  if (base === reference) return clearableReference;
  return orCleared(base, kind === 'text' ? oneLine : undefined);
}

const orCleared = (base: z.ZodType, seen: (text: string) => string = (text) => text) =>
  z
    .preprocess(
      (value) => ((typeof value === 'string' ? seen(value) : value) === '' ? null : value),
      base.nullable(),
    )
    .optional();
const clearableName = orCleared(seenName, oneLine);
const clearableLongtext = orCleared(longtext);
const clearableReference = orCleared(reference);

/**
 * Returns the schema of the parameters of a verb or a report. An omitted optional parameter is its default or
 * null.
 */
export const inputFieldsSchema = (parameters: Readonly<Record<string, Field>>) =>
  z.object(
    Object.fromEntries(
      Object.entries(parameters).map(([name, field]) => [
        name,
        field.required ? inputSchema(field) : inputSchema(field).default(field.default ?? null),
      ]),
    ),
  );

/** Returns the schema of one field in a response, for the API document. */
export function outputSchema(field: Field): z.ZodType {
  const [always, perhaps] = outputs[field.kind] ?? outputs.text!;
  return field.required || (field.place === 'column' && field.notNull) ? always : perhaps;
}

const orNull = (schema: z.ZodType): [z.ZodType, z.ZodType] => [schema, schema.nullable()];
const whole = orNull(z.int());
const outputs: Partial<Record<Field['kind'], [z.ZodType, z.ZodType]>> = {
  text: orNull(z.string()),
  integer: whole,
  ref: whole,
  number: orNull(z.number()),
  boolean: orNull(z.boolean()),
  date: orNull(z.iso.date()),
  instant: orNull(z.iso.datetime()),
  json: orNull(z.any()),
};
