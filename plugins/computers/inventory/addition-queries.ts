import { and, eq, gte, lt, sql } from 'drizzle-orm';
import { build, command, excluded, type Params, query, type RowOf } from '../../../src/kit/data/query.ts';
import { pcadditions, unlistedapps } from '../tables.ts';

export const addedSince = query((given: Params<{ computerid: number; kind: string; since: string }>) =>
  build
    .select({ n: sql<number>`coalesce(sum(${pcadditions.added}), 0)`.as('n') })
    .from(pcadditions)
    .where(
      and(
        eq(pcadditions.computerid, given.computerid),
        eq(pcadditions.kind, given.kind),
        gte(pcadditions.hour, given.since),
      ),
    ),
);

export const countAddition = command((given: Params<{ computerid: number; kind: string; hour: string }>) =>
  build
    .insert(pcadditions)
    .values({ computerid: given.computerid, kind: given.kind, hour: given.hour, added: 1 })
    .onConflictDoUpdate({
      target: [pcadditions.computerid, pcadditions.kind, pcadditions.hour],
      set: { added: sql`${pcadditions.added} + 1` },
    }),
);

export const deleteAdditions = command((given: Params<{ computerid: number; before: string }>) =>
  build
    .delete(pcadditions)
    .where(and(eq(pcadditions.computerid, given.computerid), lt(pcadditions.hour, given.before))),
);

/** Programs of a PC that the shared list does not contain. */
export const unlistedAppsOf = query((given: Params<{ computerid: number }>) =>
  build
    .select()
    .from(unlistedapps)
    .where(eq(unlistedapps.computerid, given.computerid))
    .orderBy(unlistedapps.appname),
);

export type UnlistedApp = RowOf<typeof unlistedAppsOf>;

type UnlistedProgram = {
  computerid: number;
  appname: string;
  version: string | null;
  otherversions: string | null;
  installdate: string | null;
  publisher: string | null;
  at: string;
};

export const saveUnlistedApp = command((given: Params<UnlistedProgram>) =>
  build
    .insert(unlistedapps)
    .values({
      computerid: given.computerid,
      appname: given.appname,
      version: given.version,
      otherversions: given.otherversions,
      installdate: given.installdate,
      publisher: given.publisher,
      createddate: given.at,
      modifieddate: given.at,
    })
    .onConflictDoUpdate({
      target: [unlistedapps.computerid, unlistedapps.appname],
      set: {
        version: excluded(unlistedapps.version),
        otherversions: excluded(unlistedapps.otherversions),
        installdate: excluded(unlistedapps.installdate),
        publisher: excluded(unlistedapps.publisher),
        modifieddate: excluded(unlistedapps.modifieddate),
      },
    }),
);

export const deleteUnlistedApp = command((given: Params<{ unlistedappid: number }>) =>
  build.delete(unlistedapps).where(eq(unlistedapps.unlistedappid, given.unlistedappid)),
);

/** Number of PCs with programs that exceeded the limit of additions to the shared list. */
export const countPcsOverBudget = query(() =>
  build.select({ n: sql<number>`count(DISTINCT ${unlistedapps.computerid})`.as('n') }).from(unlistedapps),
);
