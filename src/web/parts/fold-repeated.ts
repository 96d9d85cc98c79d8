/** A row of a list, with the following rows that are folded into it. */
export interface FoldedRows<Row> {
  row: Row;
  others: Row[];
}

/** The kinds of actors that are people or act for one. */
const PEOPLE: ReadonlySet<string> = new Set(['user', 'token']);

/** Reports whether a change was made by a person, or by a token of one. */
export const isByPerson = ({ actorkind }: { actorkind: string }): boolean => PEOPLE.has(actorkind);

/** Folds rows that follow one another. `isRepeated` compares the first row of a fold with a following one. */
export function foldRepeated<Row>(
  rows: readonly Row[],
  isRepeated: (one: Row, next: Row) => boolean,
): FoldedRows<Row>[] {
  const folded: FoldedRows<Row>[] = [];
  for (const row of rows) {
    const last = folded.at(-1);
    if (last && isRepeated(last.row, row)) last.others.push(row);
    else folded.push({ row, others: [] });
  }
  return folded;
}
