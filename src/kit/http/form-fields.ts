import type { z } from 'zod';
import { invalidFields } from '../errors.ts';

/** The fields beside the file of a form; 400 that names each one that is wrong. */
export function readFields<S extends z.ZodType>(
  schema: S,
  fields: Readonly<Record<string, string>>,
): z.output<S> {
  const read = schema.safeParse({ ...fields });
  if (read.success) return read.data;
  throw invalidFields(read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}
