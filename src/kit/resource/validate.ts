import { z } from 'zod';
import { normalizeText, oneLine } from '../clean-text.ts';
import { SECRET_MASK } from '../secrets.ts';
import type { Field } from './fields.ts';

const NAME_MAX = 255;
const TEXT_MAX = 65_536;

/** Text without NUL, which SQLite and every tool after it would cut at. */
const plain = (max: number) =>
  z
    .string()
    .max(max, `Use at most ${max} characters.`)
    .regex(/^[\P{Cc}\t\n\r]*$/u, 'Control characters are not allowed.')
    .refine((value) => value.isWellFormed(), 'Half a character is not allowed.');

/** What is no sentence: nobody means to have a break in it, and what it says is not changed on the way in. */
const unbroken = (max: number) =>
  plain(max).regex(/^[^\t\n\r]*$/, 'Use one line, without tabs and line breaks.');

/** A digit of another width or script looks like another one, and no other program reads it. */
const inAscii = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Use at most ${max} characters.`)
    .regex(/^[ -~]*$/, 'Use plain digits and letters.');

/** What a browser takes for one, without the line breaks that it would leave out. */
const isHttpUrl = (value: string) => /^https?:\/\/[^\s/]\S*$/i.test(value) && URL.canParse(value);

const isInstant = (value: string) => !Number.isNaN(Date.parse(value));
/** February 30 would be taken for March 2. */
const isDay = (value: string) => z.iso.date().safeParse(value).success;

const YEARS = 'Use a year from 0001 to 9999.';
/** An offset may lead out of the years that sort as texts: 9999-12-31T23:00-05:00 is `+010000-…` in UTC. */
const isInCalendar = (value: string) => /^\d{4}-/.test(value) && !value.startsWith('0000');

/** ISO 8601 instants with an offset, stored as UTC with milliseconds. */
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

// What is no date at all is in no year either: that is not said too.
export const dateSchema = z.iso
  .date({ error: 'Use a calendar date such as 2026-01-31.', abort: true })
  .refine(isInCalendar, YEARS);

/** Made once: most fields are of these, and each schema that is made costs the start of the appliance some 30 µs. */
const name = plain(NAME_MAX);
const seenName = name.overwrite(oneLine);
const longtext = plain(TEXT_MAX);
const reference = z.int().positive();
const plainUpTo = (max: number | undefined) => (max === undefined || max === NAME_MAX ? name : plain(max));

function schemaOfKind(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
      if (field.ascii) return inAscii(field.max ?? NAME_MAX);
      return plainUpTo(field.max) === name ? seenName : plainUpTo(field.max).overwrite(oneLine);
    case 'icon':
    case 'color':
      return unbroken(field.max ?? NAME_MAX);
    case 'longtext':
      return field.max === undefined ? longtext : plain(field.max);
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
      return plain(2048).refine(isHttpUrl, 'Use an address that starts with http:// or https://.');
    case 'email':
      return z.email('Use an e-mail address such as name@example.com.').max(NAME_MAX);
    case 'select':
      return z.enum(Object.keys(field.options ?? {}) as [string, ...string[]]);
    case 'secret':
      return field.outbound
        ? plain(2048).refine(
            (value) => value === SECRET_MASK || isHttpUrl(value),
            'Use an address that starts with http:// or https://.',
          )
        : unbroken(field.max ?? NAME_MAX);
    case 'json':
      return z.json();
  }
}

/** The validation of one field in a body: null or an empty text clears an optional field. */
export function inputSchema(field: Field): z.ZodType {
  const base = field.schema ?? schemaOfKind(field);
  const titled = (schema: z.ZodType) =>
    schema.meta({ title: field.title, ...(field.help ? { description: field.help } : {}) });
  if (field.required) {
    if (field.schema) return titled(base);
    const missing = `${field.title} is required.`;
    if (field.kind === 'text') return titled((base as z.ZodString).trim().min(1, missing));
    // What is written over several lines keeps its blanks, unless there is nothing else.
    if (field.kind === 'longtext')
      return titled((base as z.ZodString).min(1, missing).refine(saysSomething, missing));
    return titled(base);
  }
  if (field.kind === 'boolean') return titled(base.optional());
  return titled(clearable(field, base));
}

const saysSomething = (text: string): boolean => normalizeText(text).trim() !== '';

/** What an empty value clears. A text of nothing but invisible characters is an empty one. */
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

/** What a verb or a report asks for: what may be left out is null then, or its default. */
export const inputFieldsSchema = (asks: Readonly<Record<string, Field>>) =>
  z.object(
    Object.fromEntries(
      Object.entries(asks).map(([name, field]) => [
        name,
        field.required ? inputSchema(field) : inputSchema(field).default(field.default ?? null),
      ]),
    ),
  );

/** The type of one field in an answer, for the document. */
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
