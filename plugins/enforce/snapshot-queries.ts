import { and, desc, eq, sql } from 'drizzle-orm';
import { build, command, type Params, query, type RowOf } from '../../src/kit/data/query.ts';
import { enforcereferences, enforcescopes, enforcesnapshots } from './tables.ts';

/** The current snapshot of a scope. */
export const publishedOf = query((params: Params<{ scopeid: number }>) =>
  build
    .select()
    .from(enforcesnapshots)
    .where(eq(enforcesnapshots.scopeid, params.scopeid))
    .orderBy(desc(enforcesnapshots.revision))
    .limit(1),
);

export type ManifestSnapshot = RowOf<typeof publishedOf>;

export const snapshotOf = query((params: Params<{ scopeid: number; revision: number }>) =>
  build
    .select()
    .from(enforcesnapshots)
    .where(and(eq(enforcesnapshots.scopeid, params.scopeid), eq(enforcesnapshots.revision, params.revision))),
);

export const snapshotBody = query((params: Params<{ snapshotid: number }>) =>
  build
    .select({ body: enforcesnapshots.body })
    .from(enforcesnapshots)
    .where(eq(enforcesnapshots.snapshotid, params.snapshotid)),
);

/** SQL condition for a snapshot that is the newest revision of its scope. */
export const isNewestRevision = sql`${enforcesnapshots.revision} = (SELECT max(n.revision) FROM enforcesnapshots n WHERE n.scopeid = ${enforcesnapshots.scopeid})`;

/** Current snapshots of all published scopes. Their content is read only when needed. */
export const allServed = query(() =>
  build
    .select({
      scopename: enforcescopes.scopename,
      phase: enforcescopes.phase,
      snapshotid: enforcesnapshots.snapshotid,
      revision: enforcesnapshots.revision,
      manifestversion: enforcesnapshots.manifestversion,
      sha256: enforcesnapshots.sha256,
    })
    .from(enforcescopes)
    .innerJoin(enforcesnapshots, eq(enforcesnapshots.scopeid, enforcescopes.scopeid))
    .where(isNewestRevision),
);

/** Newest revisions of the scopes in a JSON list of IDs. */
export const publishedAmong = query((params: Params<{ ids: string }>) =>
  build
    .select({
      scopeid: enforcesnapshots.scopeid,
      revision: enforcesnapshots.revision,
      contentsha256: enforcesnapshots.contentsha256,
      createddate: enforcesnapshots.createddate,
    })
    .from(enforcesnapshots)
    .where(
      and(sql`${enforcesnapshots.scopeid} IN (SELECT value FROM json_each(${params.ids}))`, isNewestRevision),
    ),
);

/**
 * Inserts a snapshot outside the journal. A snapshot never changes, and the journal does not need a second
 * copy.
 */
export const insertSnapshot = command(
  (
    params: Params<{
      scopeid: number;
      revision: number;
      manifestversion: string;
      body: string;
      sha256: string;
      contentsha256: string;
      entrycount: number;
      publishedby: string;
      note: string | null;
      rollbackof: number | null;
      at: string;
    }>,
  ) =>
    build
      .insert(enforcesnapshots)
      .values({
        scopeid: params.scopeid,
        revision: params.revision,
        manifestversion: params.manifestversion,
        body: params.body,
        sha256: params.sha256,
        contentsha256: params.contentsha256,
        entrycount: params.entrycount,
        publishedby: params.publishedby,
        note: params.note,
        rollbackof: params.rollbackof,
        createddate: params.at,
      })
      .returning({ snapshotid: enforcesnapshots.snapshotid }),
);

/** Records that a snapshot contains a payload. */
export const insertReference = command((params: Params<{ snapshotid: number; sha256: string }>) =>
  build.insert(enforcereferences).values({ snapshotid: params.snapshotid, sha256: params.sha256 }),
);
