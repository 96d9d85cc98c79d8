import { and, count, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { build, isSet, type Params, query, type RowOf } from '../../kit/data/query.ts';
import { isNamed, orderExactFirst } from '../../kit/data/same-name.ts';
import { assets, locations, mapbuildings, maplevels } from '../catalog/tables.ts';
import { mapblueprints } from './tables.ts';

const levels = () => {
  const drawing = (theme: string) =>
    build
      .select({ filename: mapblueprints.filename })
      .from(mapblueprints)
      .where(and(eq(mapblueprints.levelid, maplevels.levelid), eq(mapblueprints.theme, theme)));
  // Counts the markers of a level. The condition equals that of the index `assets_markers`.
  const markers = build
    .select({ n: count().as('n') })
    .from(assets)
    .where(
      and(
        eq(assets.levelid, maplevels.levelid),
        isSet(assets.isactive),
        isNotNull(assets.mapx),
        isNotNull(assets.mapy),
      ),
    );
  return build
    .select({
      levelid: maplevels.levelid,
      level: maplevels.level,
      buildingid: maplevels.buildingid,
      building: mapbuildings.building,
      sortorder: maplevels.sortorder,
      width: maplevels.width,
      height: maplevels.height,
      createddate: maplevels.createddate,
      modifieddate: maplevels.modifieddate,
      light: sql<string | null>`${drawing('light')}`.as('light'),
      dark: sql<string | null>`${drawing('dark')}`.as('dark'),
      markercount: sql<number>`${markers}`.as('markercount'),
    })
    .from(maplevels)
    .innerJoin(mapbuildings, eq(mapbuildings.buildingid, maplevels.buildingid));
};

/** All levels by building and order. */
export const allLevels = query(() =>
  levels().orderBy(mapbuildings.building, maplevels.sortorder, maplevels.levelsortkey, maplevels.levelid),
);

export const levelById = query((params: Params<{ levelid: number }>) =>
  levels().where(eq(maplevels.levelid, params.levelid)),
);

export type LevelRow = RowOf<typeof levelById>;

export const sizeOfLevel = query((params: Params<{ levelid: number }>) =>
  build
    .select({ width: maplevels.width, height: maplevels.height })
    .from(maplevels)
    .where(eq(maplevels.levelid, params.levelid)),
);

/** A level of a building with this name in any letter case, except the level `except`; 0 excludes none. */
export const levelNamed = query((params: Params<{ buildingid: number; level: string; except: number }>) =>
  build
    .select({ levelid: maplevels.levelid })
    .from(maplevels)
    .where(
      and(
        eq(maplevels.buildingid, params.buildingid),
        isNamed(maplevels.level, params.level),
        ne(maplevels.levelid, params.except),
      ),
    ),
);

/** A level of a building, if it has any. */
export const levelInBuilding = query((params: Params<{ buildingid: number }>) =>
  build
    .select({ levelid: maplevels.levelid })
    .from(maplevels)
    .where(eq(maplevels.buildingid, params.buildingid)),
);

/** The sort order after the last level of a building. */
export const nextSortOrder = query((params: Params<{ buildingid: number }>) =>
  build
    .select({ sortorder: sql<number>`coalesce(max(${maplevels.sortorder}) + 1, 0)`.as('sortorder') })
    .from(maplevels)
    .where(eq(maplevels.buildingid, params.buildingid)),
);

export const buildingNamed = query((params: Params<{ building: string }>) =>
  build
    .select({ buildingid: mapbuildings.buildingid })
    .from(mapbuildings)
    .where(isNamed(mapbuildings.building, params.building))
    .orderBy(orderExactFirst(mapbuildings.building, params.building))
    .limit(1),
);

/** All assets of a level, including inactive ones and those without a position. */
export const assetsOnLevel = query((params: Params<{ levelid: number }>) =>
  build.select({ assetid: assets.assetid }).from(assets).where(eq(assets.levelid, params.levelid)),
);

export const activeAssetsOnLevel = query((params: Params<{ levelid: number }>) =>
  build
    .select({ n: count().as('n') })
    .from(assets)
    .where(and(eq(assets.levelid, params.levelid), isSet(assets.isactive))),
);

export const locationsOnLevel = query((params: Params<{ levelid: number }>) =>
  build
    .select({ n: count().as('n') })
    .from(locations)
    .where(eq(locations.levelid, params.levelid)),
);

export const drawingsOfLevel = query((params: Params<{ levelid: number }>) =>
  build.select().from(mapblueprints).where(eq(mapblueprints.levelid, params.levelid)),
);

export const drawingOfTheme = query((params: Params<{ levelid: number; theme: string }>) =>
  build
    .select()
    .from(mapblueprints)
    .where(and(eq(mapblueprints.levelid, params.levelid), eq(mapblueprints.theme, params.theme))),
);

export const drawingNamed = query((params: Params<{ levelid: number; filename: string }>) =>
  build
    .select({ blueprintid: mapblueprints.blueprintid })
    .from(mapblueprints)
    .where(and(eq(mapblueprints.levelid, params.levelid), eq(mapblueprints.filename, params.filename))),
);
