import { z } from 'zod';
import type { Host } from '../host.ts';
import { pagingQuery } from '../http/paging.ts';
import { type Route, route } from '../http/route.ts';
import { listMarkers, listUnplaced } from './markers.ts';
import { setPositions, verifyPositions } from './positions.ts';
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
  unplacedQuery,
  unplacedRecord,
  verifyBody,
} from './schemas.ts';
import { createSnapshot, listSnapshots, restoreSnapshot } from './snapshots.ts';

const edit = { can: 'assets.edit' };
const LARGE = 16 * 1024 * 1024;

/** What stands where, and everything that changes it. */
export function positionRoutes(host: Host): Route[] {
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
    route(
      'GET',
      '/api/map/markers',
      {
        access: 'open',
        summary: 'Assets with a known level and position',
        query: markerQuery,
        response: markerRecord.array(),
      },
      ({ query }) => listMarkers(host, query),
    ),
    route(
      'GET',
      '/api/map/unplaced',
      {
        access: 'open',
        summary: 'Assets without a known level or position',
        query: unplacedQuery,
        response: unplacedRecord.array(),
        paged: true,
      },
      ({ query }) => listUnplaced(host, query),
    ),
    route(
      'PUT',
      '/api/mappositions',
      {
        access: edit,
        summary: 'Set positions, all or none',
        body: positionsBody,
        maxbody: LARGE,
        response: set,
      },
      ({ context, body }) => setPositions(host, context, body.positions),
    ),
    route(
      'POST',
      '/api/mappositions/verify',
      {
        access: edit,
        summary: 'Say that assets stand where the map shows them',
        body: verifyBody,
        response: z.object({ verified: z.int(), mapverifiedat: z.iso.datetime() }),
      },
      ({ context, body }) => verifyPositions(host, context, body.assetids),
    ),
    route(
      'POST',
      '/api/mappositions/recalibrate',
      {
        access: edit,
        summary: 'Move the markers of a level by landmarks; a dry run unless dryrun is false',
        body: recalibrateBody,
        response: recalibration,
      },
      ({ context, body }) => recalibrate(host, context, body),
    ),
    ...snapshotRoutes(host),
  ];
}

function snapshotRoutes(host: Host): Route[] {
  const restored = z.object({ snapshotid: z.int(), changed: z.int(), beforesnapshotid: z.int() });
  return [
    route(
      'GET',
      '/api/mappositions/snapshots',
      {
        access: edit,
        summary: 'Saved positions, newest first',
        query: z.object(pagingQuery),
        response: snapshotRecord.array(),
        paged: true,
      },
      ({ query }) => listSnapshots(host, query),
    ),
    route(
      'POST',
      '/api/mappositions/snapshots',
      {
        access: edit,
        summary: 'Save the positions as they are',
        body: newSnapshot,
        response: snapshotRecord,
        status: 201,
      },
      ({ context, body }) => createSnapshot(host, context, body),
    ),
    route(
      'POST',
      '/api/mappositions/snapshots/:snapshotid/restore',
      {
        access: edit,
        summary: 'Put saved positions back, after a snapshot of the present ones',
        params: bySnapshot,
        response: restored,
      },
      ({ context, params }) => restoreSnapshot(host, context, params.snapshotid),
    ),
  ];
}
