import { invariant } from '../../kit/data/invariant.ts';
import type { JournalEntry } from '../../kit/data/journal.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { invalid } from '../../kit/errors.ts';
import { assets } from '../catalog/tables.ts';
import { findOutsideField, readLevelSize } from './positions.ts';

const PLACE = ['mapx', 'mapy', 'levelid'];

/** Whether a change puts an asset somewhere else. */
const moves = ({ op, after }: JournalEntry): boolean =>
  op === 'insert'
    ? PLACE.some((column) => after?.[column] !== null)
    : PLACE.some((column) => after?.[column] !== undefined);

/** Whoever moves an asset: 400 for a place outside the drawing of its level. */
export const positionInsideDrawing = invariant(
  'a position lies inside its drawing',
  [assets],
  (tx, changes) => {
    for (const assetid of new Set(changes.filter(moves).map(({ id }) => id))) refuseOutside(tx, assetid);
  },
);

function refuseOutside(tx: Tx, assetid: number): void {
  const asset = tx.row(assets, assetid);
  if (!asset || asset.levelid === null || asset.mapx === null || asset.mapy === null) return;
  const size = readLevelSize(tx, asset.levelid);
  if (size?.excludes(asset.mapx, asset.mapy))
    throw invalid(
      findOutsideField(size, asset.mapy),
      `This lies outside the drawing of ${size.text} pixels.`,
    );
}

/** A place that somebody confirmed was confirmed where it was, not where it is now. */
export const movedNeedsReview = invariant(
  'a position that changes needs a new review',
  [assets],
  (tx, changes) => {
    // Undo puts the place back together with its review, perhaps in two turns.
    if (tx.isReversal) return;
    const updates = changes.filter(({ op }) => op === 'update');
    const reviewed = new Set(
      updates.filter(({ after }) => after?.mapverifiedat !== undefined).map(({ id }) => id),
    );
    for (const assetid of new Set(updates.filter(moves).map(({ id }) => id))) {
      const isStale = !reviewed.has(assetid) && tx.row(assets, assetid)?.mapverifiedat;
      if (isStale) tx.update(assets, assetid, { mapverifiedat: null });
    }
  },
);
