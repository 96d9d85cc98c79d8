import { z } from 'zod';
import { invalidFields } from '../errors.ts';

/** Returns the fields of a form that are not files. Throws 400 that names each invalid field. */
export function readFields<S extends z.ZodType>(
  schema: S,
  fields: Readonly<Record<string, string>>,
): z.output<S> {
  const read = schema.safeParse({ ...fields });
  if (read.success) return read.data;
  throw invalidFields(read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}

/**
 * Throws 400 for a field that is invalid in a form of this shape. A field that the shape does not define is
 * ignored here and omitted later.
 */
export function checkFormField({ shape }: z.ZodObject, field: string, text: string): void {
  const read = Object.hasOwn(shape, field) ? z.safeParse(shape[field]!, text) : undefined;
  if (read && !read.success)
    throw invalidFields(read.error.issues.map(({ message }) => ({ path: field, message })));
}
