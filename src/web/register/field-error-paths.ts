import { ApiError, FieldErrors } from '../api/api-error.ts';

/**
 * Removes the names of the objects that contain the fields from the error paths. `values.costcenter` would
 * otherwise count as an error of `values`.
 */
export function toFieldErrors(error: unknown, ...containers: string[]): unknown {
  const issues = error instanceof ApiError ? (error.details.issues ?? []) : [];
  if (issues.length === 0) return error;
  const prefixOf = (path: string) =>
    containers.map((name) => `${name}.`).find((prefix) => path.startsWith(prefix));
  return new FieldErrors(
    Object.fromEntries(issues.map(({ path, message }) => [path.slice(prefixOf(path)?.length ?? 0), message])),
  );
}
