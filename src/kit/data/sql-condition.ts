import type { Value } from './reader.ts';

/** A condition in SQL with its parameters. */
export interface SqlCondition {
  sql: string;
  params: Value[];
}

/** Joins conditions to one. Returns an empty text without any. */
export const joinConditions = (
  conditions: readonly SqlCondition[],
  operator: 'AND' | 'OR' = 'AND',
): SqlCondition => ({
  sql: conditions.map(({ sql }) => `(${sql})`).join(` ${operator} `),
  params: conditions.flatMap(({ params }) => params),
});
