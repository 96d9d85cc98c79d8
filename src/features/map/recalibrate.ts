import type { Reader } from '../../kit/data/reader.ts';
import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { type Issue, invalid, invalidFields } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { assets } from '../catalog/tables.ts';
import { applyTransform, fitLine, type Landmark, residualsOf, type Transform } from './calibration.ts';
import { positionsOnLevel } from './position-queries.ts';
import { readLevelSize } from './positions.ts';
import { takeSnapshot } from './snapshots.ts';

interface Recalibration {
  levelid: number;
  landmarks: Landmark[];
  dryrun: boolean;
}

/**
 * Moves all positions on a level, also of retired assets, by the transform that fits the landmarks. A dry run
 * only returns the result. Otherwise it takes a snapshot first, and every position needs a new review. Throws
 * 400 for an unknown level, when no transform fits, and when a position would be outside the drawing, except
 * in a dry run.
 */
export function recalibrate(
  host: Host,
  context: WriteContext,
  { levelid, landmarks, dryrun }: Recalibration,
) {
  const transform = transformOf(landmarks);
  const residuals = residualsOf(transform, landmarks);
  if (dryrun)
    return {
      transform,
      residuals,
      positions: host.db.read((reader) => preview(reader, levelid, transform)),
      dryrun,
      snapshotid: null,
    };
  return host.db.transact(context, 'map.position.recalibrated', (tx) => {
    const positions = preview(tx, levelid, transform);
    const snapshotid = takeSnapshot(tx, { name: 'Before recalibration', reason: 'recalibration', levelid });
    for (const { assetid, newmapx, newmapy } of positions)
      tx.update(assets, assetid, { mapx: newmapx, mapy: newmapy, mapverifiedat: null });
    tx.audit({
      entitytype: 'level',
      entityid: levelid,
      details: { count: positions.length, transform, snapshotid },
    });
    return { transform, residuals, positions, dryrun, snapshotid };
  }).value;
}

function transformOf(landmarks: readonly Landmark[]): Transform {
  const x = fitLine(landmarks.map(({ fromx, tox }) => [fromx, tox]));
  const y = fitLine(landmarks.map(({ fromy, toy }) => [fromy, toy]));
  const issues: Issue[] = [];
  if (!x)
    issues.push({
      path: 'landmarks',
      message: 'All landmarks have the same fromx. Choose landmarks with different horizontal positions.',
    });
  if (!y)
    issues.push({
      path: 'landmarks',
      message: 'All landmarks have the same fromy. Choose landmarks with different vertical positions.',
    });
  if (!x || !y) throw invalidFields(issues);
  if (x.a === 0 || y.a === 0)
    throw invalid(
      'landmarks',
      'These landmarks would put all markers on one line. Choose targets with different positions.',
    );
  return { ax: x.a, bx: x.b, ay: y.a, by: y.b };
}

function preview(reader: Reader | Tx, levelid: number, transform: Transform) {
  const size = readLevelSize(reader, levelid);
  if (!size) throw invalid('levelid', `No level has the ID ${levelid}.`);
  return positionsOnLevel.all(reader, { levelid }).map((row) => {
    const { newmapx, newmapy } = applyTransform(transform, row.mapx, row.mapy);
    return { ...row, newmapx, newmapy, isoutside: size.excludes(newmapx, newmapy) };
  });
}
