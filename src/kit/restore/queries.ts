import { and, eq } from 'drizzle-orm';
import { build, command, excluded, type Params } from '../data/query.ts';
import { lastingstates } from '../tables.ts';

type RecordName = { applianceid: string; tablename: string; key: string };

export const putStateRecord = command((given: Params<RecordName & { state: string | null }>) =>
  build
    .insert(lastingstates)
    .values({
      applianceid: given.applianceid,
      tablename: given.tablename,
      key: given.key,
      state: given.state,
    })
    .onConflictDoUpdate({
      target: [lastingstates.applianceid, lastingstates.tablename, lastingstates.key],
      set: { state: excluded(lastingstates.state) },
    }),
);

export const deleteStateRecord = command((given: Params<RecordName>) =>
  build
    .delete(lastingstates)
    .where(
      and(
        eq(lastingstates.applianceid, given.applianceid),
        eq(lastingstates.tablename, given.tablename),
        eq(lastingstates.key, given.key),
      ),
    ),
);
