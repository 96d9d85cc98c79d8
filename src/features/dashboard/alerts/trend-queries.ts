import { and, eq, gte, lt } from 'drizzle-orm';
import { build, command, excluded, type Params, query } from '../../../kit/data/query.ts';
import { locations } from '../../catalog/tables.ts';
import { alertcounts, alertplacecounts } from '../tables.ts';

/** The counts since a day, the oldest first. */
export const countsSince = query((params: Params<{ day: string }>) =>
  build
    .select({ alertkey: alertcounts.alertkey, day: alertcounts.day, count: alertcounts.count })
    .from(alertcounts)
    .where(gte(alertcounts.day, params.day))
    .orderBy(alertcounts.day, alertcounts.alertkey),
);

export const saveCount = command((params: Params<{ alertkey: string; day: string; count: number }>) =>
  build
    .insert(alertcounts)
    .values({ alertkey: params.alertkey, day: params.day, count: params.count })
    .onConflictDoUpdate({
      target: [alertcounts.alertkey, alertcounts.day],
      set: { count: excluded(alertcounts.count) },
    }),
);

export const deleteCountsBefore = command((params: Params<{ day: string }>) =>
  build.delete(alertcounts).where(lt(alertcounts.day, params.day)),
);

/** The counts of an alert at each place since a day, the oldest first. */
export const placeCountsSince = query((params: Params<{ alertkey: string; day: string }>) =>
  build
    .select({
      locationid: alertplacecounts.locationid,
      day: alertplacecounts.day,
      count: alertplacecounts.count,
    })
    .from(alertplacecounts)
    .where(and(eq(alertplacecounts.alertkey, params.alertkey), gte(alertplacecounts.day, params.day)))
    .orderBy(alertplacecounts.day, alertplacecounts.locationid),
);

/** The alerts that were counted at places since a day. */
export const placedAlertsSince = query((params: Params<{ day: string }>) =>
  build
    .selectDistinct({ alertkey: alertplacecounts.alertkey })
    .from(alertplacecounts)
    .where(gte(alertplacecounts.day, params.day)),
);

export const savePlaceCount = command(
  (params: Params<{ alertkey: string; locationid: number; day: string; count: number }>) =>
    build
      .insert(alertplacecounts)
      .values({
        alertkey: params.alertkey,
        locationid: params.locationid,
        day: params.day,
        count: params.count,
      })
      .onConflictDoUpdate({
        target: [alertplacecounts.alertkey, alertplacecounts.locationid, alertplacecounts.day],
        set: { count: excluded(alertplacecounts.count) },
      }),
);

export const deletePlaceCounts = command((params: Params<{ alertkey: string; day: string }>) =>
  build
    .delete(alertplacecounts)
    .where(and(eq(alertplacecounts.alertkey, params.alertkey), eq(alertplacecounts.day, params.day))),
);

export const deletePlaceCountsBefore = command((params: Params<{ day: string }>) =>
  build.delete(alertplacecounts).where(lt(alertplacecounts.day, params.day)),
);

/** All locations with those around them. */
export const allLocations = query(() =>
  build
    .select({
      locationid: locations.locationid,
      parentlocationid: locations.parentlocationid,
      location: locations.location,
    })
    .from(locations)
    .orderBy(locations.location, locations.locationid),
);
