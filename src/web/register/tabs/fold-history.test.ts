import { expect, test } from 'bun:test';
import type { HistoryRow } from '../../../features/catalog/history.ts';
import { foldHistory } from './fold-history.ts';

const rowOf = (historyid: number, auditlogid: number | null, actorkind: string) =>
  ({ historyid, auditlogid, actorkind }) as HistoryRow;

test('the rows of one change by a machine are folded, and those of people and of old changes are not', () => {
  const rows = [
    rowOf(9, 4, 'service'),
    rowOf(8, 4, 'service'),
    rowOf(7, 3, 'user'),
    rowOf(6, 3, 'user'),
    rowOf(5, 2, 'service'),
    rowOf(4, null, 'service'),
    rowOf(3, null, 'service'),
  ];
  const ids = foldHistory(rows).map(({ row, others }) => [row, ...others].map(({ historyid }) => historyid));
  expect(ids).toEqual([[9, 8], [7], [6], [5], [4], [3]]);
});
