import { queryOptions } from '@tanstack/react-query';
import type {
  MapBuilding,
  MapMarker,
  MapSnapshot,
  Position,
  UnplacedAsset,
} from '../../../features/map/schemas.ts';
import { get, request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';

const WATCH_MS = 60_000;

/** Query for the buildings with their floor plan levels. */
export const levelsQuery = queryOptions({
  queryKey: ['map', 'levels'],
  queryFn: () => get<MapBuilding[]>('/maplevels'),
});

/** Returns the query for the markers of one level. */
export const markersQuery = (levelid: number) =>
  queryOptions({
    queryKey: ['map', 'markers', levelid],
    queryFn: ({ signal }) => get<MapMarker[]>('/map/markers', { levelid }, signal),
    refetchInterval: WATCH_MS,
  });

/** Returns the query for one page of 50 assets that are on no floor plan. */
export const unplacedQuery = (search: string, page: number) =>
  queryOptions({
    queryKey: ['map', 'unplaced', search, page],
    queryFn: ({ signal }) =>
      request<UnplacedAsset[]>('GET', '/map/unplaced', { query: { search, page, per_page: 50 }, signal }),
  });

/** Query for the latest 100 snapshots of pin positions. */
export const snapshotsQuery = queryOptions({
  queryKey: ['map', 'snapshots'],
  queryFn: () => get<MapSnapshot[]>('/mappositions/snapshots', { per_page: 100 }),
});

/**
 * Returns at most 30 markers of all levels that match the text, and at most ten matching assets that are on
 * no floor plan.
 */
export async function searchMap(text: string, signal?: AbortSignal) {
  const [placed, unplaced] = await Promise.all([
    get<MapMarker[]>('/map/markers', { search: text }, signal),
    get<UnplacedAsset[]>('/map/unplaced', { search: text, per_page: 10 }, signal),
  ]);
  return { placed: placed.slice(0, 30), unplaced };
}

/** Invalidates the queries of the map, the records and the dashboard, which contain positions. */
export async function refreshMap(): Promise<void> {
  await Promise.all(
    [['map'], ['record'], ['dashboard']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}

/**
 * Saves positions and returns the ID of the audit row, if this user may undo it. The page shows moves within
 * a level before the server has responded. Throws the error of the server.
 */
export async function savePositions(positions: Position[]): Promise<string | null> {
  for (const { assetid, mapx, mapy, levelid } of positions) {
    if (mapx === null || mapy === null || !levelid) continue;
    queryClient.setQueryData(markersQuery(levelid).queryKey, (markers) =>
      markers?.map((marker) =>
        marker.assetid === assetid ? { ...marker, mapx, mapy, mapverifiedat: null } : marker,
      ),
    );
  }
  try {
    return (await request('PUT', '/mappositions', { body: { positions } })).auditid;
  } finally {
    await refreshMap();
  }
}
