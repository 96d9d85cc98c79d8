import { and, eq } from 'drizzle-orm';
import { build, command, excluded, type Params } from '../data/query.ts';
import { lastingstates } from '../tables.ts';

type RecordName = { applianceid: string; tablename: string; key: string };

/**
 * Records the latest state of a row for the next restore, replacing an earlier record; null for a deleted
 * row.
 */
export const putStateRecord = command((params: Params<RecordName & { state: string | null }>) =>
  build
    .insert(lastingstates)
    .values({
      applianceid: params.applianceid,
      tablename: params.tablename,
      key: params.key,
      state: params.state,
    })
    .onConflictDoUpdate({
      target: [lastingstates.applianceid, lastingstates.tablename, lastingstates.key],
      set: { state: excluded(lastingstates.state) },
    }),
);

/** Deletes the record of a row, so that the next restore revokes nothing there. */
export const deleteStateRecord = command((params: Params<RecordName>) =>
  build
    .delete(lastingstates)
    .where(
      and(
        eq(lastingstates.applianceid, params.applianceid),
        eq(lastingstates.tablename, params.tablename),
        eq(lastingstates.key, params.key),
      ),
    ),
);
