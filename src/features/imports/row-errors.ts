import { AppError, type Issue } from '../../kit/errors.ts';
import type { Field } from '../../kit/resource/fields.ts';
import type { ImportColumn } from './header-words.ts';
import { type RowError, RowProblem } from './row-problem.ts';

/** The columns of the file and the fields of the target, by which the errors of a row are named. */
export interface RowNames {
  columns: readonly ImportColumn[];
  fields: Readonly<Record<string, Field>>;
}

interface SchemaIssue {
  path: readonly PropertyKey[];
  message: string;
}

/** Returns the problem of values that a schema rejects, by the titles of their fields. */
export function describeIssues(names: RowNames, issues: readonly SchemaIssue[]): RowProblem {
  const sentences = issues.map(({ path, message }) => addTitle(names, String(path[0]), message));
  const errors = issues.map(({ path, message }) => errorOf(names, String(path[0] ?? ''), message));
  return new RowProblem([...new Set(sentences)].join(' '), errors);
}

function addTitle({ fields }: RowNames, name: string, message: string): string {
  const title = fields[name]?.title;
  return title && !message.startsWith(title) ? `${title}: ${message}` : message;
}

/** Returns a problem with some of its errors. */
export function keepErrors(
  names: RowNames,
  problem: RowProblem,
  isKept: (error: RowError) => boolean,
): RowProblem {
  const errors = problem.errors.filter(isKept);
  if (errors.length === problem.errors.length) return problem;
  const sentences = errors.map(({ field, message }) => addTitle(names, field ?? '', message));
  return new RowProblem([...new Set(sentences)].join(' '), errors);
}

/**
 * Returns the problem that stopped a row: a `RowProblem`, an `AppError` or a violated constraint. Rethrows
 * any other error.
 */
export function problemOf(names: RowNames, cause: unknown): RowProblem {
  if (cause instanceof RowProblem) return cause;
  if (cause instanceof AppError) return describeError(names, cause);
  const code = (cause as { code?: string } | null)?.code;
  if (code?.startsWith('SQLITE_CONSTRAINT')) return new RowProblem('This row conflicts with another record.');
  throw cause;
}

function describeError(names: RowNames, { message, details }: AppError): RowProblem {
  const { issues, field } = (details ?? {}) as { issues?: Issue[]; field?: string };
  if (!issues?.length) return new RowProblem(message, [errorOf(names, field ?? '', message)]);
  return describeIssues(
    names,
    issues.map((issue) => ({ path: issue.path.split('.'), message: issue.message })),
  );
}

/** Returns an error of a field, or of the whole row when the target has no such field. */
export function errorOf({ columns, fields }: RowNames, name: string, message: string): RowError {
  if (!Object.hasOwn(fields, name)) return { column: null, field: null, message };
  const column = columns.find((one) => one.name === name)?.header ?? null;
  return { column, field: name, message };
}
