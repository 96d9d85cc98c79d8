import { z } from 'zod';
import type { FieldKind } from './descriptor.ts';

/** One field of a register: from it come the validation, the document, the column and the form field. */
export interface Field {
  kind: FieldKind;
  title: string;
  help?: string;
  required?: boolean;
  /** Served but never taken from a body. */
  readonly?: boolean;
  /** Taken on create only. */
  createonly?: boolean;
  /** Taken from a body and handled by the register's `saved` hook: there is no column of this name. */
  virtual?: boolean;
  /** Duplicate values are 409 CONFLICT on this field. */
  unique?: boolean;
  max?: number;
  min?: number;
  default?: unknown;
  options?: readonly string[];
  /** The register that the id refers to, and the key that carries its display name. */
  ref?: { register: string; display?: string };
  /** An SQL expression over the alias `t` (and `a` for the asset) instead of a column. */
  select?: string;
  /** Replaces the validation that the kind implies. */
  schema?: z.ZodType;
  /** An address that this box connects to: refused when it points back at the box. */
  outbound?: boolean;
  search?: boolean;
  sort?: boolean;
  /** Filter parameters of the list that compare with this field, the first one documented. */
  filter?: readonly string[];
  list?: 'shown' | 'hidden' | 'never';
  section?: string;
}

export type FieldOptions = Omit<Field, 'kind'>;

const of =
  (kind: FieldKind) =>
  <const O extends FieldOptions>(options: O): Field & O => ({ kind, ...options });

export const text = of('text');
export const longtext = of('longtext');
export const integer = of('integer');
export const number = of('number');
export const boolean = of('boolean');
export const date = of('date');
export const timestamp = of('instant');
export const url = of('url');
export const email = of('email');
export const color = of('color');
export const icon = of('icon');
export const select = of('select');
export const json = of('json');

/** A reference by id, for example `ref('vendors', { title: 'Vendor' })`. */
export const ref = (register: string, options: FieldOptions & { display?: string }): Field => {
  const { display, ...rest } = options;
  return { kind: 'ref', ref: { register, display }, ...rest };
};

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

/** ISO 8601 instants with an offset, stored as UTC with milliseconds. */
export const instantSchema = z
  .string()
  .max(40)
  .refine(
    (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) && isDay(value.slice(0, 10)) && isInstant(value),
    'Use an ISO 8601 instant such as 2026-01-31T13:05:09Z.',
  )
  .transform((value) => new Date(/(Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`).toISOString())
  .meta({ format: 'date-time' });

export const dateSchema = z.iso.date('Use a calendar date such as 2026-01-31.');

function schemaOfKind(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
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
      return z.enum(field.options as [string, ...string[]]);
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
  const clearable = z.preprocess((value) => (value === '' ? null : value), base.nullable());
  return titled(clearable.optional());
}

/** The type of one field in an answer, for the document. */
export function outputSchema(field: Field): z.ZodType {
  const base =
    field.kind === 'instant' ? z.iso.datetime() : field.kind === 'json' ? z.any() : looseOutput(field);
  return field.required ? base : base.nullable();
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
