import { z } from 'zod';
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

/** 400 for a field that no form of this shape has so; one that the shape does not know is left out later. */
export function checkFormField({ shape }: z.ZodObject, field: string, text: string): void {
  const read = Object.hasOwn(shape, field) ? z.safeParse(shape[field]!, text) : undefined;
  if (read && !read.success)
    throw invalidFields(read.error.issues.map(({ message }) => ({ path: field, message })));
}
