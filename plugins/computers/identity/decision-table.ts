/**
 * Comparison of an identifier of a report and a record; `unknown` when they cannot be compared, for example
 * because one of them has none.
 */
export type Comparison = 'agrees' | 'differs' | 'unknown';

/** A row of a decision table. */
export interface DecisionRow<When extends string> {
  /** Sign of each identifier: `=` agrees, `!` differs, `?` unknown, `*` any. */
  pattern: string;
  /** Circumstance that must also be true for the row to apply; absent when none is needed. */
  when?: When;
  isSame: boolean;
  reason: string;
}

const createRow =
  (isSame: boolean) =>
  <When extends string>(pattern: string, reason: string, when?: When): DecisionRow<When> => ({
    pattern,
    when,
    isSame,
    reason,
  });

/** Declares a row whose candidate is the same computer or device. */
export const acceptRow = createRow(true);

/** Declares a row whose candidate is another computer or device. */
export const rejectRow = createRow(false);

const COMPARISON_SIGNS: Record<Comparison, string> = { agrees: '=', differs: '!', unknown: '?' };

/**
 * Returns the first matching row; the last row of a table always matches. `columns` are the identifiers of a
 * pattern in their order. Comparisons and circumstances are read only when a row depends on them, so they may
 * be expensive getters.
 */
export function findFirstFit<Column extends string, When extends string>(
  rows: readonly DecisionRow<When>[],
  columns: readonly Column[],
  compared: Readonly<Record<Column, Comparison>>,
  holds: Readonly<Partial<Record<When, boolean>>>,
): DecisionRow<When> {
  const matchesRow = ({ pattern, when }: DecisionRow<When>) =>
    pattern
      .split(' ')
      .every((cell, at) => cell === '*' || cell === COMPARISON_SIGNS[compared[columns[at]!]]) &&
    (when === undefined || holds[when]);
  return rows.find(matchesRow)!;
}

/** Compares two lists of numbers, the higher first. The first different number decides. */
export function compareScores(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at === -1 ? 0 : other[at]! - one[at]!;
}
