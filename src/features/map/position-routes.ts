import { z } from 'zod';
import type { Host } from '../../kit/host.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import { listMarkers, listUnplaced, MAX_MARKERS } from './markers.ts';
import { setPositions, verifyPositions } from './positions.ts';
import { readPositions } from './read-positions.ts';
import { recalibrate } from './recalibrate.ts';
import {
  bySnapshot,
  markerQuery,
  markerRecord,
  newSnapshot,
  positionsBody,
  recalibrateBody,
  recalibration,
  snapshotRecord,
  unplacedQuerySchema,
  unplacedRecord,
  verifyBody,
} from './schemas.ts';
import { listSnapshots, snapshotListQuery } from './snapshot-list.ts';
import { createSnapshot, restoreSnapshot } from './snapshots.ts';

const edit = { can: 'assets.edit' };

/** Creates the routes for positions and their changes. */
export function positionRoutes(host: Host): readonly Api[] {
  const set = z.object({
    matched: z.int(),
    changed: z.int(),
    positions: z
      .object({
        assetid: z.int(),
        mapx: z.number().nullable(),
        mapy: z.number().nullable(),
        levelid: z.int().nullable(),
      })
      .array(),
  });
  return [
    api('/api')
      .get(
        '/map/markers',
        ({ call: { actor }, query }) => listMarkers(host, query, actor),
        routeOptions({
          access: 'optional',
          summary: 'Assets with a known level and position',
          query: markerQuery,
          responseSchema: markerRecord.array().max(MAX_MARKERS),
        }),
      )
      .get(
        '/map/unplaced',
        ({ call: { actor }, query }) => listUnplaced(host, query, actor),
        routeOptions({
          access: 'optional',
          summary: 'Assets without a known level or position',
          query: unplacedQuerySchema,
          responseSchema: unplacedRecord.array(),
          paged: true,
        }),
      )
      .put(
        '/mappositions',
        async ({ call }) => setPositions(host, call.context, await readPositions(host, call)),
        routeOptions({
          access: edit,
          summary: 'Set positions, all or none',
          raw: { type: 'application/json', form: positionsBody, file: false },
          responseSchema: set,
        }),
      )
      .post(
        '/mappositions/verify',
        ({ call: { context }, body }) => verifyPositions(host, context, body.assetids),
        routeOptions({
          access: edit,
          summary: 'Verify the floor plan positions of assets',
          body: verifyBody,
          responseSchema: z.object({ verified: z.int(), mapverifiedat: z.iso.datetime() }),
        }),
      )
      .post(
        '/mappositions/recalibrate',
        ({ call: { context }, body }) => recalibrate(host, context, body),
        routeOptions({
          access: edit,
          summary: 'Move the markers of a level by landmarks; a dry run unless dryrun is false',
          body: recalibrateBody,
          responseSchema: recalibration,
        }),
      ),
    ...snapshotRoutes(host),
  ];
}

function snapshotRoutes(host: Host): readonly Api[] {
  const restored = z.object({ snapshotid: z.int(), changed: z.int(), beforesnapshotid: z.int() });
  return [
    api('/api/mappositions/snapshots')
      .get(
        '',
        ({ call: { actor }, query }) => listSnapshots(host, actor, query),
        routeOptions({
          access: edit,
          summary: 'Saved positions, newest first',
          query: snapshotListQuery,
          responseSchema: snapshotRecord.array(),
          paged: true,
        }),
      )
      .post(
        '',
        ({ call: { context }, body }) => createSnapshot(host, context, body),
        routeOptions({
          access: edit,
          summary: 'Save the current positions',
          body: newSnapshot,
          responseSchema: snapshotRecord,
          status: 201,
        }),
      )
      .post(
        '/:snapshotid/restore',
        ({ call: { context }, params }) => restoreSnapshot(host, context, params.snapshotid),
        routeOptions({
          access: edit,
          summary: 'Restore saved positions, after a snapshot of the current ones',
          params: bySnapshot,
          responseSchema: restored,
        }),
      ),
  ];
}
