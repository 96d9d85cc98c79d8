import type { Row } from '../../src/kit/data/reader.ts';
import type { Tx } from '../../src/kit/data/tx.ts';
import type { HistoryFormatter, HistoryRows } from '../../src/kit/history-rule.ts';
import { stocktakeTitleOf } from './queries.ts';
import { assetverifications, stocktakes } from './tables.ts';

/**
 * Formats a verification for the history of an asset: the title of the stocktake and the name of the user who
 * scanned the asset.
 */
export const formatSeenHistory: HistoryFormatter = (tx, { id, before, after }) => {
  const now = tx.row(assetverifications, id);
  return [
    {
      field: 'lastseen',
      before: describeRow(tx, before && { ...now, ...before }),
      after: describeRow(tx, after && { ...now, ...after }),
    },
  ];
};

function describeRow(tx: Tx, row: Row | null): string | null {
  if (!row) return null;
  const { title } = tx.row(stocktakes, row.stocktakeid as number)!;
  return `${title}, by ${row.verifiedby}`;
}

/** The last stocktake that found an asset at an earlier time. */
export const listedSeen: HistoryRows = {
  title: 'Stocktakes',
  access: { can: 'stocktake.run' },
  describe(reader, { stocktakeid, verifiedby }) {
    const stocktake = stocktakeTitleOf.get(reader, { stocktakeid: stocktakeid as number });
    return { name: 'Last seen', value: `${stocktake?.title ?? 'Deleted stocktake'}, by ${verifiedby}` };
  },
};
