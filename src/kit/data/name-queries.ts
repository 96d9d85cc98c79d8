import { and, eq, sql } from 'drizzle-orm';
import { foldednames, mergednames } from '../tables.ts';
import { build, command, excluded, type Given, query } from './query.ts';

type Named = { tablename: string; columnname: string };
type OfRecord = Given<Named & { recordid: number }>;

const ofRecord = (given: OfRecord) =>
  and(
    eq(foldednames.tablename, given.tablename),
    eq(foldednames.columnname, given.columnname),
    eq(foldednames.recordid, given.recordid),
  );

/** The records of a column whose name has this folded form and letters beyond ASCII. */
export const recordsFolded = query((given: Given<Named & { folded: string }>) =>
  build
    .select({ recordid: foldednames.recordid })
    .from(foldednames)
    .where(
      and(
        eq(foldednames.tablename, given.tablename),
        eq(foldednames.columnname, given.columnname),
        eq(foldednames.folded, given.folded),
      ),
    ),
);

export const putFolded = command((given: Given<typeof foldednames.$inferSelect>) =>
  build
    .insert(foldednames)
    .values({
      tablename: given.tablename,
      columnname: given.columnname,
      recordid: given.recordid,
      folded: given.folded,
    })
    .onConflictDoUpdate({
      target: [foldednames.tablename, foldednames.columnname, foldednames.recordid],
      set: { folded: excluded(foldednames.folded) },
    }),
);

export const dropFolded = command((given: OfRecord) => build.delete(foldednames).where(ofRecord(given)));

/** The names of merged records with letters beyond ASCII: earlier versions kept them in lower case. */
export const mergedNames = query(() =>
  build
    .select({ mergednameid: mergednames.mergednameid, name: mergednames.name })
    .from(mergednames)
    .where(sql`${mergednames.name} GLOB '*[^' || char(1) || '-' || char(127) || ']*'`),
);

/** Writes such a name, unless another record was merged under it already. */
export const setMergedName = command((given: Given<{ mergednameid: number; name: string }>) =>
  build
    .update(mergednames)
    .set({ name: given.name })
    .where(
      and(
        eq(mergednames.mergednameid, given.mergednameid),
        sql`NOT EXISTS (SELECT 1 FROM mergednames o WHERE o.tablename = mergednames.tablename AND o.name = ${given.name})`,
      ),
    ),
);

export const dropAllFolded = command(() => build.delete(foldednames));
