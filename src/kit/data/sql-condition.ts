import type { Value } from './reader.ts';

/** A condition in SQL with its parameters. */
export interface SqlCondition {
  sql: string;
  params: Value[];
}

/** The maximum number of terms side by side. SQLite refuses expressions of more than 1000 levels, one for each term. */
const MAX_TERMS = 100;

/** Joins conditions to one. Returns an empty text without any. */
export const joinConditions = (
  conditions: readonly SqlCondition[],
  operator: 'AND' | 'OR' = 'AND',
): SqlCondition => ({
  sql: joinTerms(
    conditions.map(({ sql }) => `(${sql})`),
    ` ${operator} `,
  ),
  params: conditions.flatMap(({ params }) => params),
});

/** Returns conditions as a WHERE clause with a blank before it; an empty text without any. */
export function toWhereClause(conditions: readonly SqlCondition[]): SqlCondition {
  const { sql, params } = joinConditions(conditions);
  return { sql: sql && ` WHERE ${sql}`, params };
}

/** Joins terms. Groups of them are in parentheses when there are many. */
function joinTerms(terms: readonly string[], separator: string): string {
  if (terms.length <= MAX_TERMS) return terms.join(separator);
  const groups = Array.from({ length: Math.ceil(terms.length / MAX_TERMS) }, (_, at) =>
    terms.slice(at * MAX_TERMS, (at + 1) * MAX_TERMS).join(separator),
  );
  return joinTerms(
    groups.map((group) => `(${group})`),
    separator,
  );
}
