import { and, desc, eq, sql } from 'drizzle-orm';
import { build, command, type Params, query, type RowOf } from '../../src/kit/data/query.ts';
import { enforcereferences, enforcescopes, enforcesnapshots } from './tables.ts';

/** The current snapshot of a scope. */
export const publishedOf = query((given: Params<{ scopeid: number }>) =>
  build
    .select()
    .from(enforcesnapshots)
    .where(eq(enforcesnapshots.scopeid, given.scopeid))
    .orderBy(desc(enforcesnapshots.revision))
    .limit(1),
);

export type ManifestSnapshot = RowOf<typeof publishedOf>;

export const snapshotOf = query((given: Params<{ scopeid: number; revision: number }>) =>
  build
    .select()
    .from(enforcesnapshots)
    .where(and(eq(enforcesnapshots.scopeid, given.scopeid), eq(enforcesnapshots.revision, given.revision))),
);

export const snapshotBody = query((given: Params<{ snapshotid: number }>) =>
  build
    .select({ body: enforcesnapshots.body })
    .from(enforcesnapshots)
    .where(eq(enforcesnapshots.snapshotid, given.snapshotid)),
);

/** SQL condition for the newest revision of its scope. */
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
export const publishedAmong = query((given: Params<{ ids: string }>) =>
  build
    .select({
      scopeid: enforcesnapshots.scopeid,
      revision: enforcesnapshots.revision,
      contentsha256: enforcesnapshots.contentsha256,
      createddate: enforcesnapshots.createddate,
    })
    .from(enforcesnapshots)
    .where(
      and(sql`${enforcesnapshots.scopeid} IN (SELECT value FROM json_each(${given.ids}))`, isNewestRevision),
    ),
);

export const revisionPage = query((given: Params<{ scopeid: number; perpage: number; offset: number }>) =>
  build
    .select({
      snapshotid: enforcesnapshots.snapshotid,
      scopeid: enforcesnapshots.scopeid,
      revision: enforcesnapshots.revision,
      manifestversion: enforcesnapshots.manifestversion,
      sha256: enforcesnapshots.sha256,
      contentsha256: enforcesnapshots.contentsha256,
      entrycount: enforcesnapshots.entrycount,
      publishedby: enforcesnapshots.publishedby,
      note: enforcesnapshots.note,
      rollbackof: enforcesnapshots.rollbackof,
      createddate: enforcesnapshots.createddate,
    })
    .from(enforcesnapshots)
    .where(eq(enforcesnapshots.scopeid, given.scopeid))
    .orderBy(desc(enforcesnapshots.revision))
    .limit(given.perpage)
    .offset(given.offset),
);

export const publishedCount = query((given: Params<{ scopeid: number }>) =>
  build
    .select({ n: sql<number>`count(*)`.as('n') })
    .from(enforcesnapshots)
    .where(eq(enforcesnapshots.scopeid, given.scopeid)),
);

/** Writes outside the journal. A snapshot never changes, and the log does not need a second copy. */
export const insertSnapshot = command(
  (
    given: Params<{
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
        scopeid: given.scopeid,
        revision: given.revision,
        manifestversion: given.manifestversion,
        body: given.body,
        sha256: given.sha256,
        contentsha256: given.contentsha256,
        entrycount: given.entrycount,
        publishedby: given.publishedby,
        note: given.note,
        rollbackof: given.rollbackof,
        createddate: given.at,
      })
      .returning({ snapshotid: enforcesnapshots.snapshotid }),
);

export const insertReference = command((given: Params<{ snapshotid: number; sha256: string }>) =>
  build.insert(enforcereferences).values({ snapshotid: given.snapshotid, sha256: given.sha256 }),
);
