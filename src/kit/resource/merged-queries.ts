import { and, eq } from 'drizzle-orm';
import { build, type Params, query } from '../data/query.ts';
import { mergednames } from '../tables.ts';

/** The merged name of a table that equals this folded name, with the ID of the record it refers to now. */
export const mergedNameByName = query((params: Params<{ tablename: string; name: string }>) =>
  build
    .select({ mergednameid: mergednames.mergednameid, recordid: mergednames.recordid })
    .from(mergednames)
    .where(and(eq(mergednames.tablename, params.tablename), eq(mergednames.name, params.name))),
);

/** The merged names that refer to a record. */
export const mergedNamesOfRecord = query((params: Params<{ tablename: string; recordid: number }>) =>
  build
    .select({ mergednameid: mergednames.mergednameid })
    .from(mergednames)
    .where(and(eq(mergednames.tablename, params.tablename), eq(mergednames.recordid, params.recordid))),
);

/** All merged names of a table, folded, each with the ID of the record it refers to now. */
export const mergedNamesOfTable = query((params: Params<{ tablename: string }>) =>
  build
    .select({ name: mergednames.name, recordid: mergednames.recordid })
    .from(mergednames)
    .where(eq(mergednames.tablename, params.tablename)),
);
