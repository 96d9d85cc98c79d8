import type { RowError } from './row-problem.ts';

export const ROW_OUTCOMES = ['add', 'update', 'skip', 'error'] as const;
export type RowOutcomeName = (typeof ROW_OUTCOMES)[number];

/** What became, or would become, of one row of a file. */
export interface RowOutcome {
  /** From 1, the header not counted. */
  row: number;
  /** In the file. */
  line: number;
  outcome: RowOutcomeName;
  /** All errors in one text; null when there is none. */
  reason: string | null;
  errors: readonly RowError[];
  /** `{field: [old, new]}`, references also by name. */
  changes: Record<string, [unknown, unknown]>;
}

/** How many rows had each outcome. */
export function countOutcomes(rows: readonly RowOutcome[]): Record<RowOutcomeName, number> {
  const counts: Record<RowOutcomeName, number> = { add: 0, update: 0, skip: 0, error: 0 };
  for (const { outcome } of rows) counts[outcome]++;
  return counts;
}
