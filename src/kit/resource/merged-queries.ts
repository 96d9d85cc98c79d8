import { and, eq } from 'drizzle-orm';
import { build, type Params, query } from '../data/query.ts';
import { mergednames } from '../tables.ts';

export const mergedNameByName = query((params: Params<{ tablename: string; name: string }>) =>
  build
    .select({ mergednameid: mergednames.mergednameid, recordid: mergednames.recordid })
    .from(mergednames)
    .where(and(eq(mergednames.tablename, params.tablename), eq(mergednames.name, params.name))),
);

export const mergedNamesOfRecord = query((params: Params<{ tablename: string; recordid: number }>) =>
  build
    .select({ mergednameid: mergednames.mergednameid })
    .from(mergednames)
    .where(and(eq(mergednames.tablename, params.tablename), eq(mergednames.recordid, params.recordid))),
);

export const mergedNamesOfTable = query((params: Params<{ tablename: string }>) =>
  build
    .select({ name: mergednames.name, recordid: mergednames.recordid })
    .from(mergednames)
    .where(eq(mergednames.tablename, params.tablename)),
);
