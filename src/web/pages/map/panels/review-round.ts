import type { MapMarker } from '../../../../features/map/schemas.ts';

const DAY_MS = 86_400_000;

/**
 * Reports whether a position needs a review: it was never verified, or longer than `days` ago. 0 selects only
 * those that were never verified.
 */
export function isDue({ mapverifiedat }: MapMarker, days: number, now = Date.now()): boolean {
  if (mapverifiedat === null) return true;
  return days > 0 && Date.parse(mapverifiedat) < now - days * DAY_MS;
}

const TOP_LEFT = { mapx: 0, mapy: 0 };

/** Returns an order for the walk: from the start to the nearest marker, then to the nearest remaining one. */
export function planWalk(
  markers: readonly MapMarker[],
  from: Pick<MapMarker, 'mapx' | 'mapy'> = TOP_LEFT,
): MapMarker[] {
  const left = [...markers];
  const walk: MapMarker[] = [];
  let at = from;
  while (left.length > 0) {
    let nearest = 0;
    let distance = Number.POSITIVE_INFINITY;
    for (const [index, { mapx, mapy }] of left.entries()) {
      const away = (mapx - at.mapx) ** 2 + (mapy - at.mapy) ** 2;
      if (away < distance) [nearest, distance] = [index, away];
    }
    at = left[nearest]!;
    walk.push(left[nearest]!);
    left[nearest] = left[left.length - 1]!;
    left.pop();
  }
  return walk;
}
