import { cutText } from '../../kit/clean-text.ts';
import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { invalid, notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { assets, maplevels } from '../catalog/tables.ts';
import {
  countPositions,
  insertMapSnapshot,
  lastAsset,
  placedSince,
  savedPositions,
  saveLevelPositions,
  savePlantPositions,
  snapshotById,
} from './snapshot-queries.ts';
import { type MapSnapshotRow, mapsnapshots } from './tables.ts';

/** Input of a snapshot. `levelid` null is the whole plant. */
type SnapshotNote = Pick<MapSnapshotRow, 'name' | 'reason' | 'levelid'>;

/**
 * Saves the current positions, levels and review states of the assets on a level, or of the whole plant when
 * `levelid` is null. Returns the ID of the snapshot. Writes outside the journal, so that an undo of the
 * transaction keeps the snapshot.
 */
export function takeSnapshot(tx: Tx, { name, reason, levelid }: SnapshotNote): number {
  const { snapshotid } = insertMapSnapshot.get(tx, {
    name,
    reason,
    levelid,
    lastassetid: lastAsset.get(tx)!.assetid,
    username: tx.context.actor.name,
    at: tx.at,
  })!;
  const count =
    levelid === null
      ? savePlantPositions.run(tx, { snapshotid })
      : saveLevelPositions.run(tx, { snapshotid, levelid });
  countPositions.run(tx, { snapshotid, count });
  return snapshotid;
}

/**
 * Takes a snapshot of one level, or of the whole plant without `levelid`. Throws 400 for an unknown level.
 */
export function createSnapshot(
  host: Host,
  context: WriteContext,
  input: { name?: string | null; levelid?: number | null },
) {
  const levelid = input.levelid ?? null;
  return host.db.transact(context, 'map.snapshot.created', (tx) => {
    if (levelid !== null && !tx.row(maplevels, levelid))
      throw invalid('levelid', `No level has the ID ${levelid}.`);
    const snapshotid = takeSnapshot(tx, {
      name: input.name?.trim() || 'Snapshot',
      reason: 'manual',
      levelid,
    });
    tx.audit({ entitytype: 'snapshot', entityid: snapshotid });
    return snapshotById.get(tx, { snapshotid })!;
  }).value;
}

const NO_POSITION = { mapx: null, mapy: null, levelid: null, mapverifiedat: null };

/**
 * Restores positions, levels and review states from a snapshot, after a snapshot of the current ones. Assets
 * on a level that was deleted since get no level. A snapshot of the whole plant also removes positions of
 * assets that existed then without one. Assets that were created later stay where they are. Throws 404 for an
 * unknown snapshot, 400 when a position is outside the current drawing.
 */
export function restoreSnapshot(host: Host, context: WriteContext, snapshotid: number) {
  return host.db.transact(context, 'map.snapshot.restored', (tx) => {
    const snapshot = tx.row(mapsnapshots, snapshotid);
    if (!snapshot) throw notFound('Snapshot');
    const before = takeSnapshot(tx, {
      name: cutText(`Before restoring "${snapshot.name}"`, 255)!,
      reason: 'restore',
      levelid: null,
    });
    const changed = [
      ...savedPositions.all(tx, { snapshotid }),
      ...(snapshot.levelid === null
        ? placedSince.all(tx, snapshot).map(({ assetid }) => ({ assetid, ...NO_POSITION }))
        : []),
    ].filter(({ assetid, ...position }) => tx.update(assets, assetid, position) !== undefined).length;
    tx.audit({
      entitytype: 'snapshot',
      entityid: null,
      details: { snapshotid, name: snapshot.name, changed, beforesnapshotid: before },
    });
    return { snapshotid, changed, beforesnapshotid: before };
  }).value;
}
