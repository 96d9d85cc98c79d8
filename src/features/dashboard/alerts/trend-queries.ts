import { gte, lt } from 'drizzle-orm';
import { build, command, excluded, type Params, query } from '../../../kit/data/query.ts';
import { alertcounts } from '../tables.ts';

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
