import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import { sqliteTable, text } from '../data/columns.ts';
import { build, command, type Params, query } from '../data/query.ts';
import { type AuditLog, auditjournal, auditlogs, auditputback, undertakings } from '../tables.ts';
import type { JournalPart } from './chain.ts';
import { SECRETS_RENEWED } from './regenerated-keys.ts';

/** The last audit row, to which the next one is chained. */
export const lastRow = query(() =>
  build
    .select({ auditlogid: auditlogs.auditlogid, hash: auditlogs.hash })
    .from(auditlogs)
    .where(sql`${auditlogs.auditlogid} = (SELECT max(${auditlogs.auditlogid}) FROM ${auditlogs})`),
);

/** The newest audit row that records a regeneration of the keys. */
export const lastKeyRegeneration = query(() =>
  build
    .select({ auditlogid: auditlogs.auditlogid })
    .from(auditlogs)
    .where(eq(auditlogs.action, SECRETS_RENEWED))
    .orderBy(desc(auditlogs.auditlogid))
    .limit(1),
);

/** The next audit rows after an ID, the oldest first. */
export const rowsAfter = query((params: Params<{ auditlogid: number; limit: number }>) =>
  build
    .select()
    .from(auditlogs)
    .where(gt(auditlogs.auditlogid, params.auditlogid))
    .orderBy(asc(auditlogs.auditlogid))
    .limit(params.limit),
);

/** Inserts an audit row with its hash. */
export const putRow = command((params: Params<AuditLog>) =>
  build.insert(auditlogs).values({
    auditlogid: params.auditlogid,
    createddate: params.createddate,
    action: params.action,
    userid: params.userid,
    username: params.username,
    actorkind: params.actorkind,
    entitytype: params.entitytype,
    entityid: params.entityid,
    details: params.details,
    ipaddress: params.ipaddress,
    requestid: params.requestid,
    undoof: params.undoof,
    undoable: params.undoable,
    hash: params.hash,
    journal: params.journal,
    needs: params.needs,
  }),
);

/** The MAC of the journal of a row. */
export const journalMacOf = query((params: Params<{ auditlogid: number }>) =>
  build
    .select({ journal: auditlogs.journal })
    .from(auditlogs)
    .where(eq(auditlogs.auditlogid, params.auditlogid)),
);

/** The hash of an audit row. */
export const auditHashOf = query((params: Params<{ auditlogid: number }>) =>
  build.select({ hash: auditlogs.hash }).from(auditlogs).where(eq(auditlogs.auditlogid, params.auditlogid)),
);

/** Inserts a journal part with its MAC. */
export const putJournal = command((params: Params<JournalPart & { mark: string }>) =>
  build.insert(auditjournal).values({
    auditlogid: params.auditlogid,
    entries: params.entries,
    islast: params.islast,
    mark: params.mark,
  }),
);

/** The journal parts of a change, in their order. */
export const journalPartsOf = query((params: Params<{ auditlogid: number }>) =>
  build
    .select({ entries: auditjournal.entries, mark: auditjournal.mark })
    .from(auditjournal)
    .where(eq(auditjournal.auditlogid, params.auditlogid))
    .orderBy(asc(auditjournal.auditjournalid)),
);

/** The audit row that records the rollback of a batch operation. */
export const rollbackRowOf = query((params: Params<{ auditlogid: number }>) =>
  build
    .select({ auditlogid: auditlogs.auditlogid })
    .from(auditlogs)
    .where(and(eq(auditlogs.undoof, params.auditlogid), eq(auditlogs.action, 'audit.change.takenback'))),
);

/** Deleted users, according to the audit log. */
export const deletedUsers = query(() =>
  build
    .select({
      userid: sql<number>`CAST(${auditlogs.entityid} AS INTEGER)`.as('userid'),
      username: sql<string | null>`${auditlogs.details} ->> 'username'`.as('username'),
    })
    .from(auditlogs)
    .where(eq(auditlogs.action, 'identity.user.deleted')),
);

const schema = sqliteTable('sqlite_schema', {
  type: text(),
  name: text().notNull(),
  tbl_name: text(),
  sql: text(),
});

/** The triggers on the table of the audit log, with their texts. */
export const triggersOfLog = query(() =>
  build
    .select({ name: schema.name, sql: schema.sql })
    .from(schema)
    .where(and(eq(schema.type, 'trigger'), eq(schema.tbl_name, 'auditlogs'))),
);

/** The last journal part of a change. */
export const lastJournalPart = query((params: Params<{ auditlogid: number }>) =>
  build
    .select({
      auditjournalid: auditjournal.auditjournalid,
      entries: auditjournal.entries,
      mark: auditjournal.mark,
    })
    .from(auditjournal)
    .where(eq(auditjournal.auditlogid, params.auditlogid))
    .orderBy(desc(auditjournal.auditjournalid))
    .limit(1),
);

/** Deletes a journal part, because it was rolled back. */
export const deleteJournalPart = command((params: Params<{ auditjournalid: number }>) =>
  build.delete(auditjournal).where(eq(auditjournal.auditjournalid, params.auditjournalid)),
);

/** Records that a batch operation runs, so that the next start rolls it back if the process ends before. */
export const beginOperation = command((params: Params<typeof undertakings.$inferSelect>) =>
  build.insert(undertakings).values({ auditlogid: params.auditlogid, startedat: params.startedat }),
);

/** Records that a batch operation has ended, so that no start rolls it back. */
export const endOperation = command((params: Params<{ auditlogid: number }>) =>
  build.delete(undertakings).where(eq(undertakings.auditlogid, params.auditlogid)),
);

/** The batch operations that run now, that a killed process left, or whose rollback failed. */
export const unfinishedOperations = query(() =>
  build.select({ auditlogid: undertakings.auditlogid }).from(undertakings),
);

type PutBack = typeof auditputback.$inferSelect;

/** The first stamp of a reverted row, by its new stamp. */
export const revertOf = query((params: Params<Omit<PutBack, 'firststamp'>>) =>
  build
    .select({ firststamp: auditputback.firststamp })
    .from(auditputback)
    .where(
      and(
        eq(auditputback.tablename, params.tablename),
        eq(auditputback.entityid, params.entityid),
        eq(auditputback.stamp, params.stamp),
      ),
    ),
);

/** Stores the first stamp of a reverted row, by its new stamp. See `revertOf`. */
export const recordRevert = command((params: Params<PutBack>) =>
  build
    .insert(auditputback)
    .values({
      tablename: params.tablename,
      entityid: params.entityid,
      stamp: params.stamp,
      firststamp: params.firststamp,
    })
    .onConflictDoUpdate({
      target: [auditputback.tablename, auditputback.entityid, auditputback.stamp],
      set: { firststamp: sql`excluded.firststamp` },
    }),
);
