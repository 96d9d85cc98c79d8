import { and, asc, count, desc, eq, lt, lte, sql } from 'drizzle-orm';
import { createDueColumns, isInUse } from '../../src/features/catalog/index.ts';
import { assets, assettypes, locations } from '../../src/features/catalog/tables.ts';
import { build, isSet, type Params, query } from '../../src/kit/data/query.ts';
import type { DueParams } from '../../src/kit/due-source.ts';
import { isWithinPlace, type PlaceFilter } from '../../src/kit/resource/place-filter.ts';
import { assetbackups } from './tables.ts';

export const latestBackupOf = query((params: Params<{ assetid: number }>) =>
  build
    .select({
      assetbackupid: assetbackups.assetbackupid,
      backupdate: assetbackups.backupdate,
      intervaldays: assetbackups.intervaldays,
    })
    .from(assetbackups)
    .where(and(eq(assetbackups.assetid, params.assetid), isSet(assetbackups.isactive)))
    .orderBy(desc(assetbackups.backupdate), desc(assetbackups.assetbackupid))
    .limit(1),
);

/** The backups of an asset that are currently marked as its latest. */
export const markedLatestBackupsOf = query((params: Params<{ assetid: number }>) =>
  build
    .select({ assetbackupid: assetbackups.assetbackupid })
    .from(assetbackups)
    .where(and(eq(assetbackups.assetid, params.assetid), isSet(assetbackups.islatest))),
);

/** Counts the latest backups of assets in use, and those among them that are overdue or have no due date. */
export const backupCounts = query((params: Params<{ today: string }>) =>
  build
    .select({
      assets: count().as('assets'),
      overdue: sql<number>`coalesce(sum(${assetbackups.duedate} < ${params.today}), 0)`.as('overdue'),
      unscheduled: sql<number>`coalesce(sum(${assetbackups.duedate} is null), 0)`.as('unscheduled'),
    })
    .from(assetbackups)
    .innerJoin(assets, eq(assets.assetid, assetbackups.assetid))
    .where(and(isSet(assetbackups.islatest), isInUse)),
);

/** Assets in use whose next backup is due by a day, most urgent first. */
export const backupsDueBy = query((params: Params<{ until: string }>) =>
  build
    .select({
      assetbackupid: assetbackups.assetbackupid,
      assetid: assets.assetid,
      assetnumber: assets.assetnumber,
      name: assets.name,
      duedate: sql<string>`${assetbackups.duedate}`.as('duedate'),
    })
    .from(assetbackups)
    // CROSS JOIN keeps SQLite from reading all active assets first.
    .crossJoin(assets)
    .where(and(lte(assetbackups.duedate, params.until), eq(assets.assetid, assetbackups.assetid), isInUse))
    .orderBy(asc(assetbackups.duedate), asc(assetbackups.assetbackupid)),
);

/** Assets in use whose next backup is due by a day, at the selected places. */
export const dueBackups = query((params: Params<DueParams>) =>
  build
    .select(createDueColumns(assetbackups.assetbackupid, assetbackups.duedate))
    .from(assetbackups)
    .crossJoin(assets)
    .where(
      and(
        lte(assetbackups.duedate, params.until),
        eq(assets.assetid, assetbackups.assetid),
        isInUse,
        isWithinPlace(assets, params),
      ),
    ),
);

/** Assets in use whose latest backup is older than its interval, longest overdue first. */
export const overdueBackupsOn = query((params: Params<{ today: string } & PlaceFilter>) =>
  build
    .select({
      assetbackupid: assetbackups.assetbackupid,
      assetid: assets.assetid,
      assetnumber: assets.assetnumber,
      name: assets.name,
      assettype: assettypes.assettype,
      location: locations.location,
      backupdate: assetbackups.backupdate,
      method: assetbackups.method,
      storagelocation: assetbackups.storagelocation,
      intervaldays: assetbackups.intervaldays,
      duedate: assetbackups.duedate,
      daysoverdue:
        sql<number>`cast(julianday(${params.today}) - julianday(${assetbackups.duedate}) as integer)`.as(
          'daysoverdue',
        ),
    })
    .from(assetbackups)
    .innerJoin(assets, eq(assets.assetid, assetbackups.assetid))
    .innerJoin(assettypes, eq(assettypes.assettypeid, assets.assettypeid))
    .leftJoin(locations, eq(locations.locationid, assets.locationid))
    .where(and(lt(assetbackups.duedate, params.today), isInUse, isWithinPlace(assets, params)))
    .orderBy(asc(assetbackups.duedate), asc(assetbackups.assetbackupid)),
);
