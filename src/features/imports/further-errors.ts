import type { Input } from '../../kit/resource/register.ts';
import { keepErrors, problemOf, type RowNames } from './row-errors.ts';
import type { RowError, RowProblem } from './row-problem.ts';
import type { RowInput } from './row-reader.ts';

/** Thrown to roll back a row without an error. */
export const ROLLED_BACK = Symbol('rolled back');

/** The maximum number of further attempts to write a row. */
const MAX_ATTEMPTS = 8;

/**
 * Returns the problems of a row together with those that it has without the invalid fields, because an error
 * of one field may hide those of others. `lost` are fields whose values no longer exist. `write` throws, and
 * leaves nothing.
 */
export function listFurtherErrors(
  names: RowNames,
  read: RowInput & { lost: readonly string[] },
  problems: readonly RowProblem[],
  write: (rest: RowInput) => never,
): RowProblem[] {
  const found = [...problems];
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const fields = found.flatMap(({ errors }) => errors.map(({ field }) => field ?? ''));
    const invalid = new Set([...fields, ...read.problems.keys(), ...Object.keys(read.pending), ...read.lost]);
    // Without the invalid values, their fields and the row as a whole may have errors that it does not have.
    const isOwn = ({ field }: RowError) => field !== null && !invalid.has(field);
    const left = new Set([...invalid, ...listDependent(names, invalid)]);
    const problem = catchProblem(names, () => write(leaveOut(read, left)));
    const further = problem && keepErrors(names, problem, isOwn);
    if (!further || further.errors.length === 0) break;
    found.push(further);
  }
  return found;
}

/** Returns the added columns whose values cannot be checked without an invalid field. */
const listDependent = ({ columns }: RowNames, invalid: ReadonlySet<string>): string[] =>
  columns.flatMap(({ name, added }) =>
    added?.dependsOn !== undefined && invalid.has(added.dependsOn) ? [name] : [],
  );

const leaveOut = (read: RowInput, names: ReadonlySet<string>): RowInput => ({
  ...read,
  input: omit(read.input, names),
  added: omit(read.added, names),
});

const omit = (input: Input, names: ReadonlySet<string>): Input =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !names.has(name)));

/** Returns the problem of an attempt; undefined when it was only rolled back. */
function catchProblem(names: RowNames, work: () => never): RowProblem | undefined {
  try {
    return work();
  } catch (cause) {
    return cause === ROLLED_BACK ? undefined : problemOf(names, cause);
  }
}
