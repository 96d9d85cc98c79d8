/** How an identifier of a report compares with that of a record; unknown where one of them has none. */
export type Comparison = 'agrees' | 'differs' | 'unknown';

/** A row of a decision table. */
export interface Row<When extends string> {
  /** One sign for each identifier: `=` agrees, `!` differs, `?` unknown, `*` any. */
  pattern: string;
  /** What else must hold. */
  when?: When;
  isSame: boolean;
  because: string;
}

export const same = <When extends string>(pattern: string, because: string, when?: When): Row<When> => ({
  pattern,
  when,
  isSame: true,
  because,
});

export const other = <When extends string>(pattern: string, because: string, when?: When): Row<When> => ({
  pattern,
  when,
  isSame: false,
  because,
});

const SIGNS: Record<Comparison, string> = { agrees: '=', differs: '!', unknown: '?' };

/** The first row that fits; the last row of a table fits always. */
export function firstFit<When extends string>(
  rows: readonly Row<When>[],
  compared: readonly Comparison[],
  holds: Readonly<Partial<Record<When, boolean>>>,
): Row<When> {
  const fits = ({ pattern, when }: Row<When>) =>
    (when === undefined || holds[when]) &&
    pattern.split(' ').every((cell, at) => cell === '*' || cell === SIGNS[compared[at]!]);
  return rows.find(fits)!;
}

/** Compares two lists of numbers, the higher first; the first number that differs decides. */
export function byScore(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at === -1 ? 0 : other[at]! - one[at]!;
}
