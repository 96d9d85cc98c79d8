import { z } from 'zod';
import { invalid, invalidFields } from '../../src/kit/errors.ts';
import type { Input } from '../../src/kit/resource/register.ts';
import { inputSchema, instantSchema } from '../../src/kit/resource/validate.ts';
import { API_NAMES, PERSON_KEYS, type PersonKey } from './person.ts';
import { employees, SSO } from './register.ts';

const ssoSchema = z.union([
  z.string().trim().regex(SSO, 'Enter up to 20 digits only.'),
  z.int().min(0).transform(String),
]);
const schemas = Object.fromEntries(
  PERSON_KEYS.map((key) => [key, key === 'sso' ? ssoSchema : inputSchema(employees.fields[key]!).optional()]),
) as unknown as Record<PersonKey, z.ZodType>;

export const REQUIRED_KEYS: readonly PersonKey[] = ['sso', 'firstname', 'lastname'];

/**
 * The schema of each key in both spellings. All keys are optional here; `parseNewEntry` checks the required
 * ones.
 */
const shape = Object.fromEntries(
  PERSON_KEYS.flatMap((key) => {
    const schema = schemas[key].optional();
    return [
      [key, schema],
      [API_NAMES[key], schema.meta({ description: `The same as ${key}.` })],
    ];
  }),
);
export const newBody = z
  .object(shape)
  .meta({ description: 'sso, firstname and lastname are required, in either spelling.' }) as z.ZodType<Input>;
export const changeBody = z.object({
  ...shape,
  ifmodifieddate: instantSchema.optional(),
}) as z.ZodType<Input>;

/**
 * Reads the values of a body in either spelling. A client that returns a whole entry sends both spellings.
 * Then the value that differs from the current entry is used.
 */
export function normalizeEntry(body: Input, before?: Readonly<Record<string, unknown>>): Input {
  const entry: Input = {};
  for (const key of PERSON_KEYS) {
    const values = [body[key], body[API_NAMES[key]]].filter((value) => value !== undefined);
    if (values.length > 0) entry[key] = values.find((value) => value !== before?.[key]) ?? values[0];
  }
  return entry;
}

/** Returns the normalized input for a new employee. Throws 400 that names the missing required fields. */
export function parseNewEntry(body: Input): Input {
  const entry = normalizeEntry(body);
  const missing = REQUIRED_KEYS.filter((key) => !entry[key]);
  if (missing.length > 0)
    throw invalidFields(
      missing.map((key) => ({ path: key, message: `${employees.fields[key]!.title} is required.` })),
    );
  return entry;
}

/**
 * Reads a change of an entry. Throws 400 for a different SSO, because all references to the person use it.
 */
export function parseEntryChange(body: Input, before: Readonly<Record<string, unknown>>): Input {
  const { sso, ...entry } = normalizeEntry(body, before);
  if (sso !== undefined && sso !== before.sso)
    throw invalid('sso', 'The SSO cannot be changed. Add a new employee, then delete this one.');
  return entry;
}

/**
 * Reads the cells of a spreadsheet row as an entry. Returns the entry, or the errors of all cells in one
 * text.
 */
export function readEntry(cells: Readonly<Partial<Record<PersonKey, string>>>): {
  entry?: Input;
  reason?: string;
} {
  const entry: Input = {};
  const errors: string[] = [];
  for (const key of PERSON_KEYS) {
    const { title } = employees.fields[key]!;
    if (cells[key] === undefined) {
      if (REQUIRED_KEYS.includes(key)) errors.push(`${title} is required.`);
      continue;
    }
    const read = schemas[key].safeParse(cells[key]);
    if (read.success) entry[key] = read.data;
    else errors.push(`${title}: ${read.error.issues[0]?.message}`);
  }
  return errors.length > 0 ? { reason: errors.join(' ') } : { entry };
}
