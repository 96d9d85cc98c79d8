import { and, eq } from 'drizzle-orm';
import { build, type Params, query } from '../data/query.ts';
import { mergednames } from '../tables.ts';

export const mergedNameByName = query((given: Params<{ tablename: string; name: string }>) =>
  build
    .select({ mergednameid: mergednames.mergednameid, recordid: mergednames.recordid })
    .from(mergednames)
    .where(and(eq(mergednames.tablename, given.tablename), eq(mergednames.name, given.name))),
);

export const mergedNamesOfRecord = query((given: Params<{ tablename: string; recordid: number }>) =>
  build
    .select({ mergednameid: mergednames.mergednameid })
    .from(mergednames)
    .where(and(eq(mergednames.tablename, given.tablename), eq(mergednames.recordid, given.recordid))),
);

export const mergedNamesOfTable = query((given: Params<{ tablename: string }>) =>
  build
    .select({ name: mergednames.name, recordid: mergednames.recordid })
    .from(mergednames)
    .where(eq(mergednames.tablename, given.tablename)),
);
