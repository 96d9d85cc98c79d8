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

export const rowsAfter = query((given: Params<{ auditlogid: number; limit: number }>) =>
  build
    .select()
    .from(auditlogs)
    .where(gt(auditlogs.auditlogid, given.auditlogid))
    .orderBy(asc(auditlogs.auditlogid))
    .limit(given.limit),
);

export const putRow = command((given: Params<AuditLog>) =>
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
    journal: given.journal,
    needs: given.needs,
  }),
);

/** The MAC of the journal of a row. */
export const journalMacOf = query((given: Params<{ auditlogid: number }>) =>
  build
    .select({ journal: auditlogs.journal })
    .from(auditlogs)
    .where(eq(auditlogs.auditlogid, given.auditlogid)),
);

export const auditHashOf = query((given: Params<{ auditlogid: number }>) =>
  build.select({ hash: auditlogs.hash }).from(auditlogs).where(eq(auditlogs.auditlogid, given.auditlogid)),
);

export const putJournal = command((given: Params<JournalPart & { mark: string }>) =>
  build.insert(auditjournal).values({
    auditlogid: given.auditlogid,
    entries: given.entries,
    islast: given.islast,
    mark: given.mark,
  }),
);

export const journalPartsOf = query((given: Params<{ auditlogid: number }>) =>
  build
    .select({ entries: auditjournal.entries, mark: auditjournal.mark })
    .from(auditjournal)
    .where(eq(auditjournal.auditlogid, given.auditlogid))
    .orderBy(asc(auditjournal.auditjournalid)),
);

export const rollbackRowOf = query((given: Params<{ auditlogid: number }>) =>
  build
    .select({ auditlogid: auditlogs.auditlogid })
    .from(auditlogs)
    .where(and(eq(auditlogs.undoof, given.auditlogid), eq(auditlogs.action, 'audit.change.takenback'))),
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

export const triggersOfLog = query(() =>
  build
    .select({ name: schema.name, sql: schema.sql })
    .from(schema)
    .where(and(eq(schema.type, 'trigger'), eq(schema.tbl_name, 'auditlogs'))),
);

/** The last journal part of a change. */
export const lastJournalPart = query((given: Params<{ auditlogid: number }>) =>
  build
    .select({
      auditjournalid: auditjournal.auditjournalid,
      entries: auditjournal.entries,
      mark: auditjournal.mark,
    })
    .from(auditjournal)
    .where(eq(auditjournal.auditlogid, given.auditlogid))
    .orderBy(desc(auditjournal.auditjournalid))
    .limit(1),
);

export const deleteJournalPart = command((given: Params<{ auditjournalid: number }>) =>
  build.delete(auditjournal).where(eq(auditjournal.auditjournalid, given.auditjournalid)),
);

export const beginOperation = command((given: Params<typeof undertakings.$inferSelect>) =>
  build.insert(undertakings).values({ auditlogid: given.auditlogid, startedat: given.startedat }),
);

export const endOperation = command((given: Params<{ auditlogid: number }>) =>
  build.delete(undertakings).where(eq(undertakings.auditlogid, given.auditlogid)),
);

export const unfinishedOperations = query(() =>
  build.select({ auditlogid: undertakings.auditlogid }).from(undertakings),
);

type PutBack = typeof auditputback.$inferSelect;

export const revertOf = query((given: Params<Omit<PutBack, 'firststamp'>>) =>
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

export const recordRevert = command((given: Params<PutBack>) =>
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
