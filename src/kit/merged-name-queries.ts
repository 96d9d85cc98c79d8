import { and, eq, sql } from 'drizzle-orm';
import { build, command, type Params, query } from './data/query.ts';
import { mergednames } from './tables.ts';

/**
 * Selects the names of merged records with letters beyond ASCII. Earlier versions stored them in lower case.
 */
export const mergedNames = query(() =>
  build
    .select({ mergednameid: mergednames.mergednameid, name: mergednames.name })
    .from(mergednames)
    .where(sql`${mergednames.name} GLOB '*[^' || char(1) || '-' || char(127) || ']*'`),
);

/**
 * Changes the name of a merged record, unless another record of the same table was merged under that name
 * already.
 */
export const setMergedName = command((params: Params<{ mergednameid: number; name: string }>) =>
  build
    .update(mergednames)
    .set({ name: params.name })
    .where(
      and(
        eq(mergednames.mergednameid, params.mergednameid),
        sql`NOT EXISTS (SELECT 1 FROM mergednames o WHERE o.tablename = mergednames.tablename AND o.name = ${params.name})`,
      ),
    ),
);
