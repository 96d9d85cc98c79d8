import type { HistoryRow } from '../../../features/catalog/history.ts';

/** A row of the history, with the following rows that are folded into it. */
export interface FoldedChange {
  row: HistoryRow;
  others: HistoryRow[];
}

const PEOPLE: ReadonlySet<string> = new Set(['user', 'token']);

/** Folds the rows of one change by a machine, such as an inventory. Changes by people are never folded. */
export function foldHistory(rows: readonly HistoryRow[]): FoldedChange[] {
  const folded: FoldedChange[] = [];
  for (const row of rows) {
    const last = folded.at(-1);
    const isSame = row.auditlogid !== null && last?.row.auditlogid === row.auditlogid;
    if (isSame && !PEOPLE.has(row.actorkind)) last.others.push(row);
    else folded.push({ row, others: [] });
  }
  return folded;
}
