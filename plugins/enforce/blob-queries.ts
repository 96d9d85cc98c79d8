import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import { build, command, type Params, query } from '../../src/kit/data/query.ts';
import { isNewestRevision } from './snapshot-queries.ts';
import {
  enforceblobs,
  enforceentries,
  enforcereferences,
  enforcescopes,
  enforcesnapshots,
  enforceuploads,
} from './tables.ts';

/** Names of the scopes whose current manifest names a payload. */
export const scopesServing = query((params: Params<{ sha256: string }>) =>
  build
    .select({ scopename: enforcescopes.scopename })
    .from(enforcereferences)
    .innerJoin(enforcesnapshots, eq(enforcesnapshots.snapshotid, enforcereferences.snapshotid))
    .innerJoin(enforcescopes, eq(enforcescopes.scopeid, enforcesnapshots.scopeid))
    .where(and(eq(enforcereferences.sha256, params.sha256), isNewestRevision)),
);

/**
 * Fields of the draft entries that name a payload. These entries, or those of the snapshots of
 * `snapshotsWithPayload`, may contain the payload as inline text.
 */
export const entryWithPayload = query((params: Params<{ sha256: string }>) =>
  build
    .select({ fields: enforceentries.fields })
    .from(enforceentries)
    .where(eq(enforceentries.payloadsha256, params.sha256)),
);

/** The newest 20 snapshots that name a payload. */
export const snapshotsWithPayload = query((params: Params<{ sha256: string }>) =>
  build
    .select({ body: enforcesnapshots.body })
    .from(enforcereferences)
    .innerJoin(enforcesnapshots, eq(enforcesnapshots.snapshotid, enforcereferences.snapshotid))
    .where(eq(enforcereferences.sha256, params.sha256))
    .orderBy(desc(enforcesnapshots.snapshotid))
    .limit(20),
);

export const blobOf = query((params: Params<{ sha256: string }>) =>
  build.select().from(enforceblobs).where(eq(enforceblobs.sha256, params.sha256)),
);

/**
 * Adds a stored payload to the table. A payload that is already there gets the new file name and is needed
 * again.
 */
export const insertBlob = command(
  (params: Params<{ sha256: string; filename: string; size: number; at: string }>) =>
    build
      .insert(enforceblobs)
      .values({
        sha256: params.sha256,
        filename: params.filename,
        size: params.size,
        createddate: params.at,
      })
      .onConflictDoUpdate({
        target: enforceblobs.sha256,
        set: { filename: sql`excluded.filename`, unneededsince: null },
      }),
);

/** Removes the mark as unneeded from a payload. */
export const markNeeded = command((params: Params<{ sha256: string }>) =>
  build.update(enforceblobs).set({ unneededsince: null }).where(eq(enforceblobs.sha256, params.sha256)),
);

const isNamed = sql`(EXISTS (SELECT 1 FROM enforceentries e WHERE e.payloadsha256 = ${enforceblobs.sha256})
  OR EXISTS (SELECT 1 FROM enforcereferences r WHERE r.sha256 = ${enforceblobs.sha256}))`;

/**
 * Marks payloads that no draft entry or snapshot names any more. `unmarkNeededBlobs` removes the mark from
 * payloads that are named again.
 */
export const markUnneededBlobs = command((params: Params<{ at: string }>) =>
  build
    .update(enforceblobs)
    .set({ unneededsince: sql`${params.at}` })
    .where(and(isNull(enforceblobs.unneededsince), sql`NOT ${isNamed}`)),
);

export const unmarkNeededBlobs = command(() =>
  build
    .update(enforceblobs)
    .set({ unneededsince: null })
    .where(sql`${enforceblobs.unneededsince} IS NOT NULL AND ${isNamed}`),
);

/** Payloads that are still unneeded and were marked before an instant, at most 100. */
export const unneededBlobs = query((params: Params<{ before: string }>) =>
  build
    .select()
    .from(enforceblobs)
    .where(and(lt(enforceblobs.unneededsince, params.before), sql`NOT ${isNamed}`))
    .limit(100),
);

export const deleteBlob = command((params: Params<{ sha256: string }>) =>
  build.delete(enforceblobs).where(eq(enforceblobs.sha256, params.sha256)),
);

export const uploadOf = query((params: Params<{ uploadkey: string }>) =>
  build.select().from(enforceuploads).where(eq(enforceuploads.uploadkey, params.uploadkey)),
);

/** Number of open uploads, in total and for one owner, whose keys start with the owner prefix. */
export const openUploads = query((params: Params<{ owner: string }>) =>
  build
    .select({
      own: sql<number>`coalesce(sum(substr(${enforceuploads.uploadkey}, 1, length(${params.owner})) = ${params.owner}), 0)`.as(
        'own',
      ),
      all: sql<number>`count(*)`.as('all'),
    })
    .from(enforceuploads),
);

export const insertUpload = command(
  (
    params: Params<{
      uploadkey: string;
      entryid: number;
      size: number;
      sha256: string | null;
      filename: string;
      expiresat: string;
      at: string;
    }>,
  ) =>
    build.insert(enforceuploads).values({
      uploadkey: params.uploadkey,
      entryid: params.entryid,
      size: params.size,
      sha256: params.sha256,
      filename: params.filename,
      expiresat: params.expiresat,
      createddate: params.at,
    }),
);

export const deleteUpload = command((params: Params<{ uploadkey: string }>) =>
  build.delete(enforceuploads).where(eq(enforceuploads.uploadkey, params.uploadkey)),
);

export const deleteExpiredUploads = command((params: Params<{ at: string }>) =>
  build.delete(enforceuploads).where(lt(enforceuploads.expiresat, params.at)),
);

export const uploadKeys = query(() =>
  build.select({ uploadkey: enforceuploads.uploadkey }).from(enforceuploads),
);
