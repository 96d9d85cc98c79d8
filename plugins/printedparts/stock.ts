import { type Invariant, invariant } from '../../src/kit/data/invariant.ts';
import type { JournalEntry } from '../../src/kit/data/journal.ts';
import type { Tx, WriteContext } from '../../src/kit/data/tx.ts';
import { AppError, invalid } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';
import { sendLowStockAlert } from './low-stock.ts';
import type { StockEvent } from './stock-events.ts';
import { items, ledger } from './tables.ts';

/** A change of the stock. */
export interface StockMove {
  event: StockEvent;
  /** Number of pieces; negative when they are removed. */
  delta: number;
  note?: string | null;
  /** The SSO of the person who took the parts: ASCII digits as returned by `parseBadge`. */
  sso?: string;
  personname?: string | null;
  revision?: number | null;
  /** The name of the user who entered the move, or the cabinet of the kiosk. */
  recordedby: string;
  /** The time of the move. It defaults to now, and is earlier when a kiosk was offline. */
  eventdate?: string;
  scanid?: string;
}

/**
 * Changes the stock of an item and records it in the ledger. The caller writes the audit row of the
 * transaction. Sends an alert when the stock falls from above the threshold to it or below. Throws 404 for an
 * unknown item, and 409 when the stock is too low.
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

/** Adds received pieces to the stock. */
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

/**
 * Corrects the stock after a count, with a reason. Throws 400 for a difference of 0, and 409 when the stock
 * would fall below 0.
 */
export function adjustStock(
  host: Host,
  context: WriteContext,
  itemid: number,
  { delta, note }: { delta: number; note: string },
): void {
  if (delta === 0) throw invalid('delta', 'Enter a difference other than 0.');
  host.db.transact(context, 'printedparts.part.adjusted', (tx) => {
    moveStock(host, tx, itemid, { event: 'adjust', delta, note, recordedby: context.actor.name });
    tx.audit({ entitytype: 'part', entityid: itemid });
  });
}

const numberIn = (row: JournalEntry['after'], column: string): number => Number(row?.[column] ?? 0);

/**
 * Each commit must change the stock and the ledger by the same number. A difference that was written directly
 * to the database does not block later moves, because no person at a cabinet could correct it. The stock
 * report shows it.
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
