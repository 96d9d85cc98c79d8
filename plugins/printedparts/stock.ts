import { type Invariant, invariant } from '../../src/kit/data/invariant.ts';
import type { JournalEntry } from '../../src/kit/data/journal.ts';
import type { Tx, WriteContext } from '../../src/kit/data/tx.ts';
import { AppError, invalid } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';
import { sendLowStockAlert } from './low-stock.ts';
import { items, ledger } from './tables.ts';
import type { StockEvent } from './stock-events.ts';

/** Pieces that come or go, and who says so. */
export interface StockMove {
  event: StockEvent;
  /** Pieces; less than nothing for those that go. */
  delta: number;
  note?: string | null;
  /** Who took them: ASCII digits, as `parseBadge` gives them. */
  sso?: string;
  personname?: string | null;
  revision?: number | null;
  /** Who entered it: the name of a user, or the cabinet of a kiosk. */
  recordedby: string;
  /** When it was; now, unless a kiosk had to wait for the network. */
  eventdate?: string;
  scanid?: string;
}

/**
 * Moves the stock of an item and enters it in the ledger, in a transaction that has its own audit row. Tells of low stock
 * when this move leads from above the threshold to it or below. 409 when there is less than is to go.
 */
export function moveStock(host: Host, tx: Tx, itemid: number, move: StockMove): void {
  const item = tx.must(items, itemid, 'Printed part');
  const quantityafter = item.quantityonhand + move.delta;
  if (quantityafter < 0)
    throw new AppError(
      'CONFLICT',
      `There are ${item.quantityonhand} of ${item.itemcode} on hand. Take fewer.`,
      {
        field: move.event === 'take' ? 'quantity' : 'delta',
        quantityonhand: item.quantityonhand,
      },
    );
  tx.update(items, itemid, { quantityonhand: quantityafter });
  tx.insert(ledger, { itemid, eventdate: tx.at, ...move, quantityafter });
  const threshold = item.lowstockthreshold;
  if (threshold !== null && item.quantityonhand > threshold && quantityafter <= threshold)
    sendLowStockAlert(host, tx, { ...item, quantityonhand: quantityafter, lowstockthreshold: threshold });
}

export function receiveStock(
  host: Host,
  context: WriteContext,
  itemid: number,
  { quantity, note }: { quantity: number; note: string | null },
): void {
  host.db.transact(context, 'printedparts.part.received', (tx) => {
    moveStock(host, tx, itemid, { event: 'receive', delta: quantity, note, recordedby: context.actor.name });
    tx.audit({ entitytype: 'part', entityid: itemid });
  });
}

/** Puts the stock right after counting, with the reason. */
export function adjustStock(
  host: Host,
  context: WriteContext,
  itemid: number,
  { delta, note }: { delta: number; note: string },
): void {
  if (delta === 0) throw invalid('delta', 'Enter how many more or fewer there are.');
  host.db.transact(context, 'printedparts.part.adjusted', (tx) => {
    moveStock(host, tx, itemid, { event: 'adjust', delta, note, recordedby: context.actor.name });
    tx.audit({ entitytype: 'part', entityid: itemid });
  });
}

const numberIn = (row: JournalEntry['after'], column: string): number => Number(row?.[column] ?? 0);

/**
 * By what a commit changes a stock, by that it adds to its ledger. What somebody wrote past the appliance is left as it
 * is, for the report of the stock to show: nobody at a cabinet could put it right.
 */
export const stockLedgerInvariant: Invariant = {
  isDeferrable: true,
  ...invariant('the stock of a printed part moves with its ledger', [items, ledger], (_tx, changes) => {
    const apart = new Map<number, number>();
    const add = (itemid: number, pieces: number) => apart.set(itemid, (apart.get(itemid) ?? 0) + pieces);
    for (const { table, id, before, after } of changes) {
      const [column, sign] = table === 'printedpartitems' ? ['quantityonhand', 1] : ['delta', -1];
      const itemid = sign === 1 ? id : Number((after ?? before)!.itemid);
      add(itemid, sign! * (numberIn(after, column!) - numberIn(before, column!)));
    }
    for (const [itemid, pieces] of apart)
      if (pieces !== 0)
        throw new AppError(
          'CONFLICT',
          `The stock of printed part ${itemid} would differ from its ledger by ${pieces}.`,
        );
  }),
};
