import type { Tx } from '../../src/kit/data/tx.ts';
import {
  addItem,
  deleteItem,
  firstOfAsset,
  firstOfCode,
  itemOfAsset,
  itemOfCode,
  scanDetailsOfAsset,
  scannedAssetById,
  updateItemRow,
} from './scan-queries.ts';

/** Recomputes the stocktake state of an asset from its remaining scans. */
export function updateItem(tx: Tx, stocktakeid: number, assetid: number): void {
  const first = firstOfAsset.get(tx, { stocktakeid, assetid });
  const item = itemOfAsset.get(tx, { stocktakeid, assetid });
  const isOfList = item?.seen === 'expected' || item?.seen === 'found';
  if (!first && !isOfList) {
    if (item) deleteItem.run(tx, item);
    return;
  }
  const id = item?.stocktakeitemid ?? addUnexpected(tx, stocktakeid, assetid);
  const scans = scanDetailsOfAsset.all(tx, { stocktakeid, assetid });
  updateItemRow.run(tx, {
    stocktakeitemid: id,
    seen: isOfList ? (first ? 'found' : 'expected') : 'unexpected',
    seenat: first?.scannedat ?? null,
    seenby: first?.scannedby ?? null,
    statusid: scans.findLast(({ statusid }) => statusid !== null)?.statusid ?? null,
    note: scans.findLast(({ note }) => note !== null)?.note ?? null,
    at: tx.at,
  });
}

function addUnexpected(tx: Tx, stocktakeid: number, assetid: number): number {
  const { location } = scannedAssetById.get(tx, { assetid })!;
  addItem.run(tx, { stocktakeid, assetid, code: null, location, seen: 'unexpected', at: tx.at });
  return itemOfAsset.get(tx, { stocktakeid, assetid })!.stocktakeitemid;
}

/** Recomputes the state of a code that matches no asset, or several. */
export function updateCodeItem(tx: Tx, stocktakeid: number, code: string): void {
  const first = firstOfCode.get(tx, { stocktakeid, code });
  const item = itemOfCode.get(tx, { stocktakeid, code });
  if (!first) {
    if (item) deleteItem.run(tx, item);
    return;
  }
  if (!item)
    addItem.run(tx, { stocktakeid, assetid: null, code, location: null, seen: 'unknown', at: tx.at });
  const { stocktakeitemid } = item ?? itemOfCode.get(tx, { stocktakeid, code })!;
  updateItemRow.run(tx, {
    stocktakeitemid,
    seen: 'unknown',
    seenat: first.scannedat,
    seenby: first.scannedby,
    statusid: null,
    note: first.note,
    at: tx.at,
  });
}
