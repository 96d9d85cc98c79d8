import { ApiError, FieldErrors } from '../api/api-error.ts';

/**
 * Removes the name of the object that contains the fields from the error paths. `values.costcenter` would
 * otherwise count as an error of `values`.
 */
export function toFieldErrors(error: unknown, container: string): unknown {
  const issues = error instanceof ApiError ? (error.details.issues ?? []) : [];
  if (issues.length === 0) return error;
  const prefix = `${container}.`;
  return new FieldErrors(
    Object.fromEntries(
      issues.map(({ path, message }) => [
        path.startsWith(prefix) ? path.slice(prefix.length) : path,
        message,
      ]),
    ),
  );
}
