import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { build, command, type Params, query } from '../../../src/kit/data/query.ts';
import { computers } from '../tables.ts';

export const ignoredOf = query((given: Params<{ computerid: number }>) =>
  build
    .select({ ignoredfields: computers.ignoredfields })
    .from(computers)
    .where(eq(computers.computerid, given.computerid)),
);

export const ignoredAmong = query((given: Params<{ ids: string }>) =>
  build
    .select({ computerid: computers.computerid, ignoredfields: computers.ignoredfields })
    .from(computers)
    .where(
      and(
        sql`${computers.computerid} IN (SELECT value FROM json_each(${given.ids}))`,
        isNotNull(computers.ignoredfields),
      ),
    ),
);

export const saveIgnoredFields = command(
  (given: Params<{ computerid: number; ignoredfields: string | null }>) =>
    build
      .update(computers)
      .set({ ignoredfields: given.ignoredfields })
      .where(eq(computers.computerid, given.computerid)),
);
