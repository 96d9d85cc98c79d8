import { invariant } from '../../kit/data/invariant.ts';
import type { JournalEntry } from '../../kit/data/journal.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { invalid } from '../../kit/errors.ts';
import { assets } from '../catalog/tables.ts';
import { findOutsideField, readLevelSize } from './positions.ts';

const PLACE = ['mapx', 'mapy', 'levelid'];

/** Reports whether a change sets the position of an asset on its floor plan, or its level. */
const moves = ({ op, after }: JournalEntry): boolean =>
  op === 'insert'
    ? PLACE.some((column) => after?.[column] !== null)
    : PLACE.some((column) => after?.[column] !== undefined);

/** Throws 400 for a position outside the drawing of its level, for all kinds of writes. */
export const positionInsideDrawing = invariant(
  'a position is inside its floor plan',
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
      `This position is outside the floor plan of ${size.text} pixels.`,
    );
}

/**
 * Resets the review of a position that changes, because a user confirmed the previous position. Leaves it in
 * an undo, and when the same transaction changes the review.
 */
export const movedNeedsReview = invariant(
  'a changed position loses its verification',
  [assets],
  (tx, changes) => {
    // An undo restores the position together with its review, perhaps in two transactions.
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
