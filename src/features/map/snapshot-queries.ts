import { and, eq, isNotNull, lte, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { build, command, type Params, query } from '../../kit/data/query.ts';
import { assets, maplevels } from '../catalog/tables.ts';
import {
  type MapSnapshotRow,
  mapsnapshotpositions as positions,
  mapsnapshots as snapshots,
} from './tables.ts';

const view = () =>
  build
    .select({
      snapshotid: snapshots.snapshotid,
      name: snapshots.name,
      reason: snapshots.reason,
      levelid: snapshots.levelid,
      level: maplevels.level,
      positioncount: snapshots.positioncount,
      username: snapshots.username,
      createddate: snapshots.createddate,
    })
    .from(snapshots)
    .leftJoin(maplevels, eq(maplevels.levelid, snapshots.levelid));

export const snapshotById = query((params: Params<{ snapshotid: number }>) =>
  view().where(eq(snapshots.snapshotid, params.snapshotid)),
);

/** The highest ID of an asset; 0 without assets. */
export const lastAsset = query(() =>
  build.select({ assetid: sql<number>`coalesce(max(${assets.assetid}), 0)`.as('assetid') }).from(assets),
);

type SnapshotParams = Omit<
  MapSnapshotRow,
  'snapshotid' | 'positioncount' | 'createddate' | 'modifieddate'
> & {
  at: string;
};

/** Inserts a snapshot. The number of positions is set after they are saved. */
export const insertMapSnapshot = command((params: Params<SnapshotParams>) =>
  build
    .insert(snapshots)
    .values({
      name: params.name,
      reason: params.reason,
      levelid: params.levelid,
      lastassetid: params.lastassetid,
      positioncount: 0,
      username: params.username,
      createddate: params.at,
      modifieddate: params.at,
    })
    .returning({ snapshotid: snapshots.snapshotid }),
);

/** Sets the number of positions of a snapshot. */
export const countPositions = command((params: Params<{ snapshotid: number; count: number }>) =>
  build
    .update(snapshots)
    .set({ positioncount: params.count })
    .where(eq(snapshots.snapshotid, params.snapshotid)),
);

const isPlaced = () =>
  or(
    isNotNull(assets.mapx),
    isNotNull(assets.mapy),
    isNotNull(assets.levelid),
    isNotNull(assets.mapverifiedat),
  );

const save = ({ snapshotid }: Params<{ snapshotid: number }>, which: SQL | undefined) =>
  build.insert(positions).select(
    build
      .select({
        snapshotid: sql<number>`${snapshotid}`.as('snapshotid'),
        assetid: assets.assetid,
        mapx: assets.mapx,
        mapy: assets.mapy,
        levelid: assets.levelid,
        mapverifiedat: assets.mapverifiedat,
      })
      .from(assets)
      .where(which),
  );

/** Saves the assets that have a position, level or review. */
export const savePlantPositions = command((params: Params<{ snapshotid: number }>) =>
  save(params, isPlaced()),
);

/** Saves the assets of a level, also those without a position. */
export const saveLevelPositions = command((params: Params<{ snapshotid: number; levelid: number }>) =>
  save(params, eq(assets.levelid, params.levelid)),
);

/** The saved positions of assets that still exist. The level is null if it was deleted. */
export const savedPositions = query((params: Params<{ snapshotid: number }>) =>
  build
    .select({
      assetid: assets.assetid,
      mapx: positions.mapx,
      mapy: positions.mapy,
      levelid: maplevels.levelid,
      mapverifiedat: positions.mapverifiedat,
    })
    .from(positions)
    .innerJoin(assets, eq(assets.assetid, positions.assetid))
    .leftJoin(maplevels, eq(maplevels.levelid, positions.levelid))
    .where(eq(positions.snapshotid, params.snapshotid)),
);

/**
 * Assets that have a position, level or review now, but existed without any of these when a snapshot of the
 * whole plant was taken.
 */
export const placedSince = query((params: Params<{ snapshotid: number; lastassetid: number }>) =>
  build
    .select({ assetid: assets.assetid })
    .from(assets)
    .where(
      and(
        lte(assets.assetid, params.lastassetid),
        isPlaced(),
        notInArray(
          assets.assetid,
          build
            .select({ assetid: positions.assetid })
            .from(positions)
            .where(eq(positions.snapshotid, params.snapshotid)),
        ),
      ),
    ),
);
