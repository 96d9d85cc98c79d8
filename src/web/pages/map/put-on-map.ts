import type { MapLevel, Position } from '../../../features/map/schemas.ts';
import type { DrawingPoint } from './drawing-point.ts';
import { savePositions } from './map-queries.ts';
import { toastUndo } from './undo-toast.ts';

interface Put {
  asset: { assetid: number; assetnumber: string };
  /** The new position; null removes the asset from the map. */
  place: DrawingPoint | null;
  level: MapLevel;
  before: Position;
}

/**
 * Saves the position of an asset, or removes the position without `place`, and offers an undo. Throws the
 * error of the server.
 */
export async function putOnMap({ asset, place, level, before }: Put): Promise<void> {
  const { assetid, assetnumber } = asset;
  const position = place
    ? { assetid, mapx: place.x, mapy: place.y, levelid: level.levelid }
    : { assetid, mapx: null, mapy: null, levelid: null };
  const auditid = await savePositions([position]);
  const message = !place
    ? `${assetnumber} removed from the floor plan.`
    : before.levelid === level.levelid
      ? `${assetnumber} moved.`
      : `${assetnumber} placed on ${level.building}, ${level.level}.`;
  toastUndo(message, { auditid, otherwise: () => savePositions([before]) });
}
