import { and, count, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { build, isSet, type Params, query, type RowOf } from '../../kit/data/query.ts';
import { isWithinPlace, type PlaceFilter } from '../../kit/resource/place-filter.ts';
import { assets, assetstatuses, assettypes, maplevels } from '../catalog/tables.ts';

const t = alias(assets, 't');

const described = {
  assetid: t.assetid,
  assetnumber: t.assetnumber,
  name: t.name,
  assettypeid: t.assettypeid,
  assettype: assettypes.assettype,
  icon: assettypes.icon,
  color: assettypes.color,
  statusid: t.statusid,
  status: assetstatuses.status,
  mapx: t.mapx,
  mapy: t.mapy,
  levelid: t.levelid,
};

/**
 * Active assets with a known level and position. Requests append further conditions, in which the asset is
 * `t`.
 */
export const markers = query(() =>
  build
    .select({ ...described, level: maplevels.level, mapverifiedat: t.mapverifiedat })
    .from(t)
    .innerJoin(assettypes, eq(assettypes.assettypeid, t.assettypeid))
    .innerJoin(assetstatuses, eq(assetstatuses.statusid, t.statusid))
    .leftJoin(maplevels, eq(maplevels.levelid, t.levelid))
    .where(and(isSet(t.isactive), isNotNull(t.mapx), isNotNull(t.mapy), isNotNull(t.levelid))),
);

/**
 * Returns the SELECT of the markers with a hint for the index that contains exactly their rows. Without it,
 * SQLite reads all active assets; drizzle does not support such hints.
 */
export const buildMarkersSql = (): string =>
  markers.text().replace('from "assets" "t"', 'from "assets" "t" indexed by assets_markers');

export type Marker = RowOf<typeof markers>;

/**
 * Selects the columns of a marker for assets that cannot be drawn; the caller adds that condition. A position
 * without a level counts as one on an unknown level.
 */
const selectUndrawn = () => {
  const isStray = and(isNull(t.levelid), isNotNull(t.mapx), isNotNull(t.mapy));
  const level = sql<string | null>`case when ${isStray} then 'unknown' else ${maplevels.level} end`;
  return build
    .select({ ...described, level: level.as('level') })
    .from(t)
    .innerJoin(assettypes, eq(assettypes.assettypeid, t.assettypeid))
    .innerJoin(assetstatuses, eq(assetstatuses.statusid, t.statusid))
    .leftJoin(maplevels, eq(maplevels.levelid, t.levelid));
};

/** The assets in use that cannot be drawn and match a place filter, by asset number. */
export const allUnplaced = query((params: Params<PlaceFilter>) =>
  selectUndrawn()
    .where(
      and(
        isSet(t.isactive),
        eq(assetstatuses.isretired, 0),
        or(isNull(t.levelid), isNull(t.mapx), isNull(t.mapy)),
        isWithinPlace(t, params),
      ),
    )
    .orderBy(t.assetnumbersortkey, t.assetid),
);

export type UnplacedRow = RowOf<typeof allUnplaced>;

/** Number of positions on an unknown level. The condition equals that of the index `assets_strays`. */
export const unknownLevelPositions = query(() =>
  build
    .select({ n: count().as('n') })
    .from(sql`${assets} indexed by assets_strays`)
    .where(
      and(isNull(assets.levelid), isSet(assets.isactive), isNotNull(assets.mapx), isNotNull(assets.mapy)),
    ),
);

export const positionOfAsset = query((params: Params<{ assetid: number }>) =>
  build
    .select({ levelid: assets.levelid, mapx: assets.mapx, mapy: assets.mapy })
    .from(assets)
    .where(eq(assets.assetid, params.assetid)),
);

/** The positions on a level, including those of inactive assets. */
export const positionsOnLevel = query((params: Params<{ levelid: number }>) =>
  build
    .select({
      assetid: assets.assetid,
      // The conditions of the query exclude positions that are null.
      mapx: sql<number>`${assets.mapx}`.as('mapx'),
      mapy: sql<number>`${assets.mapy}`.as('mapy'),
    })
    .from(assets)
    .where(and(eq(assets.levelid, params.levelid), isNotNull(assets.mapx), isNotNull(assets.mapy)))
    .orderBy(assets.assetid),
);
