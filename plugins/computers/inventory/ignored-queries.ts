import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { build, command, type Params, query } from '../../../src/kit/data/query.ts';
import { computers } from '../tables.ts';

/** Counts of values that the last inventory of a computer contained but that were not stored as reported. */
export const ignoredOf = query((params: Params<{ computerid: number }>) =>
  build
    .select({ ignoredfields: computers.ignoredfields })
    .from(computers)
    .where(eq(computers.computerid, params.computerid)),
);

/** Counts of ignored values for those computers in a JSON list that have any. */
export const ignoredAmong = query((params: Params<{ ids: string }>) =>
  build
    .select({ computerid: computers.computerid, ignoredfields: computers.ignoredfields })
    .from(computers)
    .where(
      and(
        sql`${computers.computerid} IN (SELECT value FROM json_each(${params.ids}))`,
        isNotNull(computers.ignoredfields),
      ),
    ),
);

/** Stores the counts of ignored values as JSON, or null. */
export const saveIgnoredFields = command(
  (params: Params<{ computerid: number; ignoredfields: string | null }>) =>
    build
      .update(computers)
      .set({ ignoredfields: params.ignoredfields })
      .where(eq(computers.computerid, params.computerid)),
);
