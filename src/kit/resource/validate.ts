import { z } from 'zod';
import { visible } from '../clean-text.ts';
import { HIDDEN } from '../secrets.ts';
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

const isHttpUrl = (value: string) => /^https?:\/\/[^\s/]+/i.test(value);

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

export const dateSchema = z.iso.date('Use a calendar date such as 2026-01-31.').refine(isInCalendar, YEARS);

function schemaOfKind(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
      return plain(field.max ?? NAME_MAX).overwrite(visible);
    case 'icon':
    case 'color':
      return plain(field.max ?? NAME_MAX);
    case 'longtext':
      return plain(field.max ?? TEXT_MAX);
    case 'integer':
      return z
        .int()
        .min(field.min ?? Number.MIN_SAFE_INTEGER)
        .max(field.max ?? Number.MAX_SAFE_INTEGER);
    case 'ref':
      return z.int().positive();
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
            (value) => value === HIDDEN || isHttpUrl(value),
            'Use an address that starts with http:// or https://.',
          )
        : plain(field.max ?? NAME_MAX);
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
    const isText = field.kind === 'text' && !field.schema;
    return titled(isText ? (base as z.ZodString).trim().min(1, `${field.title} is required.`) : base);
  }
  if (field.kind === 'boolean') return titled(base.optional());
  // A text of nothing but invisible characters is an empty one.
  const seen = (value: unknown) =>
    field.kind === 'text' && typeof value === 'string' ? visible(value) : value;
  const clearable = z.preprocess((value) => (seen(value) === '' ? null : value), base.nullable());
  return titled(clearable.optional());
}

/** What a verb or a report asks for: what may be left out is null then, or its default. */
export const askedSchema = (asks: Readonly<Record<string, Field>>): z.ZodType<Record<string, unknown>> =>
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
  const base =
    field.kind === 'instant' ? z.iso.datetime() : field.kind === 'json' ? z.any() : looseOutput(field);
  const isThere = field.required || (field.place === 'column' && field.notNull);
  return isThere ? base : base.nullable();
}

function looseOutput(field: Field): z.ZodType {
  switch (field.kind) {
    case 'integer':
    case 'ref':
      return z.int();
    case 'number':
      return z.number();
    case 'boolean':
      return z.boolean();
    case 'date':
      return z.iso.date();
    default:
      return z.string();
  }
}
