import type { HistoryRow } from '../../../features/catalog/history.ts';
import { type FoldedRows, foldRepeated, isByPerson } from '../../parts/fold-repeated.ts';

/** A row of the history, with the following rows that are folded into it. */
export type FoldedChange = FoldedRows<HistoryRow>;

/** Folds the rows of one change by a machine, such as an inventory. Changes by people are never folded. */
export const foldHistory = (rows: readonly HistoryRow[]): FoldedChange[] =>
  foldRepeated(
    rows,
    (one, next) => next.auditlogid !== null && one.auditlogid === next.auditlogid && !isByPerson(next),
  );
