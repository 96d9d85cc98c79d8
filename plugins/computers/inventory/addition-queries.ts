import { and, eq, gte, lt, sql } from 'drizzle-orm';
import { isActiveAssetOf } from '../../../src/features/catalog/index.ts';
import { assets } from '../../../src/features/catalog/tables.ts';
import { build, command, excluded, type Params, query, type RowOf } from '../../../src/kit/data/query.ts';
import { computers, pcadditions, unlistedapps } from '../tables.ts';

/** Number of entries that a computer has added to a shared list since an instant. */
export const addedSince = query((params: Params<{ computerid: number; kind: string; since: string }>) =>
  build
    .select({ n: sql<number>`coalesce(sum(${pcadditions.added}), 0)`.as('n') })
    .from(pcadditions)
    .where(
      and(
        eq(pcadditions.computerid, params.computerid),
        eq(pcadditions.kind, params.kind),
        gte(pcadditions.hour, params.since),
      ),
    ),
);

/** Counts one entry that a computer added to a shared list in this hour. */
export const countAddition = command((params: Params<{ computerid: number; kind: string; hour: string }>) =>
  build
    .insert(pcadditions)
    .values({ computerid: params.computerid, kind: params.kind, hour: params.hour, added: 1 })
    .onConflictDoUpdate({
      target: [pcadditions.computerid, pcadditions.kind, pcadditions.hour],
      set: { added: sql`${pcadditions.added} + 1` },
    }),
);

/** Deletes the counts of a computer before an hour. */
export const deleteAdditions = command((params: Params<{ computerid: number; before: string }>) =>
  build
    .delete(pcadditions)
    .where(and(eq(pcadditions.computerid, params.computerid), lt(pcadditions.hour, params.before))),
);

/** Programs of a PC that, or whose version, the shared list does not contain. */
export const unlistedAppsOf = query((params: Params<{ computerid: number }>) =>
  build
    .select()
    .from(unlistedapps)
    .where(eq(unlistedapps.computerid, params.computerid))
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

/**
 * Records a program of a PC that, or whose version, the shared list does not contain. Updates an existing
 * record.
 */
export const saveUnlistedApp = command((params: Params<UnlistedProgram>) =>
  build
    .insert(unlistedapps)
    .values({
      computerid: params.computerid,
      appname: params.appname,
      version: params.version,
      otherversions: params.otherversions,
      installdate: params.installdate,
      publisher: params.publisher,
      createddate: params.at,
      modifieddate: params.at,
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

/** Deletes the record of a program outside the shared list. */
export const deleteUnlistedApp = command((params: Params<{ unlistedappid: number }>) =>
  build.delete(unlistedapps).where(eq(unlistedapps.unlistedappid, params.unlistedappid)),
);

/** Number of active PCs with programs that exceeded the limit of additions to the shared list. */
export const countPcsOverBudget = query(() =>
  build
    .select({ n: sql<number>`count(DISTINCT ${unlistedapps.computerid})`.as('n') })
    .from(unlistedapps)
    .innerJoin(computers, eq(computers.computerid, unlistedapps.computerid))
    .innerJoin(assets, isActiveAssetOf(computers.assetid)),
);
