import type { RowError } from './row-problem.ts';

export const ROW_OUTCOMES = ['add', 'update', 'skip', 'error'] as const;
export type RowOutcomeName = (typeof ROW_OUTCOMES)[number];

/** The result of one row of a file; in a dry run, the expected one. */
export interface RowOutcome {
  /** Number of the row from 1, without the header. */
  row: number;
  /** Number of the line in the file. */
  line: number;
  /** The lines of further rows of the same record, which count as this row. */
  merged: readonly number[];
  outcome: RowOutcomeName;
  /** All errors of the row in one text, or why it changes less than it contains; else null. */
  reason: string | null;
  errors: readonly RowError[];
  /** Old and new values as `{field: [old, new]}`; references also by name. */
  changes: Record<string, [unknown, unknown]>;
}

/** Counts the rows of each outcome. */
export function countOutcomes(rows: readonly RowOutcome[]): Record<RowOutcomeName, number> {
  const counts: Record<RowOutcomeName, number> = { add: 0, update: 0, skip: 0, error: 0 };
  for (const { outcome } of rows) counts[outcome]++;
  return counts;
}
