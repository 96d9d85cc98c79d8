import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import { build, command, type Given, query } from '../data/query.ts';
import { type AuditLog, auditjournal, auditlogs, auditputback, undertakings } from '../tables.ts';

/** What the next row is chained to. */
export const lastRow = query(() =>
  build
    .select({ auditlogid: auditlogs.auditlogid, hash: auditlogs.hash })
    .from(auditlogs)
    .orderBy(desc(auditlogs.auditlogid))
    .limit(1),
);

export const rowsAfter = query((given: Given<{ auditlogid: number; limit: number }>) =>
  build
    .select()
    .from(auditlogs)
    .where(gt(auditlogs.auditlogid, given.auditlogid))
    .orderBy(asc(auditlogs.auditlogid))
    .limit(given.limit),
);

export const putRow = command((given: Given<AuditLog>) =>
  build.insert(auditlogs).values({
    auditlogid: given.auditlogid,
    createddate: given.createddate,
    action: given.action,
    userid: given.userid,
    username: given.username,
    actorkind: given.actorkind,
    entitytype: given.entitytype,
    entityid: given.entityid,
    details: given.details,
    ipaddress: given.ipaddress,
    requestid: given.requestid,
    undoof: given.undoof,
    undoable: given.undoable,
    hash: given.hash,
  }),
);

export const putJournal = command((given: Given<{ auditlogid: number; entries: string }>) =>
  build.insert(auditjournal).values({ auditlogid: given.auditlogid, entries: given.entries }),
);

/** The part of what a change did that came last. */
export const lastPart = query((given: Given<{ auditlogid: number }>) =>
  build
    .select({ auditjournalid: auditjournal.auditjournalid, entries: auditjournal.entries })
    .from(auditjournal)
    .where(eq(auditjournal.auditlogid, given.auditlogid))
    .orderBy(desc(auditjournal.auditjournalid))
    .limit(1),
);

export const dropPart = command((given: Given<{ auditjournalid: number }>) =>
  build.delete(auditjournal).where(eq(auditjournal.auditjournalid, given.auditjournalid)),
);

export const beginUndertaking = command((given: Given<typeof undertakings.$inferSelect>) =>
  build.insert(undertakings).values({ auditlogid: given.auditlogid, startedat: given.startedat }),
);

export const endUndertaking = command((given: Given<{ auditlogid: number }>) =>
  build.delete(undertakings).where(eq(undertakings.auditlogid, given.auditlogid)),
);

export const underway = query(() => build.select({ auditlogid: undertakings.auditlogid }).from(undertakings));

type PutBack = typeof auditputback.$inferSelect;

export const putBackWith = query((given: Given<Omit<PutBack, 'firststamp'>>) =>
  build
    .select({ firststamp: auditputback.firststamp })
    .from(auditputback)
    .where(
      and(
        eq(auditputback.tablename, given.tablename),
        eq(auditputback.entityid, given.entityid),
        eq(auditputback.stamp, given.stamp),
      ),
    ),
);

export const notePutBack = command((given: Given<PutBack>) =>
  build
    .insert(auditputback)
    .values({
      tablename: given.tablename,
      entityid: given.entityid,
      stamp: given.stamp,
      firststamp: given.firststamp,
    })
    .onConflictDoUpdate({
      target: [auditputback.tablename, auditputback.entityid, auditputback.stamp],
      set: { firststamp: sql`excluded.firststamp` },
    }),
);
