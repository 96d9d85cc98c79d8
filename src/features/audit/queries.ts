import { and, count, desc, eq, exists, gte, inArray, lt, notExists, sql } from 'drizzle-orm';
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { build, command, type Params, query } from '../../kit/data/query.ts';
import { auditjournal, auditlogs, auditputback, undertakings } from '../../kit/tables.ts';

/** SQL condition that no audit row undoes the row with this ID. */
const isStanding = (auditlogid: SQLiteColumn) => {
  const reversal = alias(auditlogs, 'reversal');
  return notExists(
    build.select({ auditlogid: reversal.auditlogid }).from(reversal).where(eq(reversal.undoof, auditlogid)),
  );
};

const later = alias(auditlogs, 'later');
/** Condition that the journal of the change exists and that the change is not undone. */
export const isOpen = () => {
  const journalEntry = build
    .select({ auditlogid: auditjournal.auditlogid })
    .from(auditjournal)
    .where(eq(auditjournal.auditlogid, auditlogs.auditlogid));
  const undone = build
    .select({ auditlogid: later.auditlogid })
    .from(later)
    .where(and(eq(later.undoof, auditlogs.auditlogid), isStanding(later.auditlogid)));
  return and(exists(journalEntry), notExists(undone));
};

/** The audit rows of a JSON list of IDs that have undo data and are not undone. */
export const openRows = query((params: Params<{ ids: string }>) =>
  build
    .select({ auditlogid: auditlogs.auditlogid, needs: auditlogs.needs })
    .from(auditlogs)
    .where(and(sql`${auditlogs.auditlogid} IN (SELECT value FROM json_each(${params.ids}))`, isOpen())),
);

/** The audit rows of a JSON list of IDs, which undos reverted. */
export const revertedRows = query((params: Params<{ ids: string }>) =>
  build
    .select({
      auditlogid: auditlogs.auditlogid,
      action: auditlogs.action,
      username: auditlogs.username,
      createddate: auditlogs.createddate,
      entitytype: auditlogs.entitytype,
      entityid: auditlogs.entityid,
      details: auditlogs.details,
    })
    .from(auditlogs)
    .where(sql`${auditlogs.auditlogid} IN (SELECT value FROM json_each(${params.ids}))`),
);

export const auditRow = query((params: Params<{ auditlogid: number }>) =>
  build
    .select({
      undoable: auditlogs.undoable,
      needs: auditlogs.needs,
      createddate: auditlogs.createddate,
      action: auditlogs.action,
      entitytype: auditlogs.entitytype,
      entityid: auditlogs.entityid,
      details: auditlogs.details,
    })
    .from(auditlogs)
    .where(eq(auditlogs.auditlogid, params.auditlogid)),
);

/** The parts of the journal of a change, in their order. */
export const journalEntriesOf = query((params: Params<{ auditlogid: number }>) =>
  build
    .select({ entries: auditjournal.entries })
    .from(auditjournal)
    .where(eq(auditjournal.auditlogid, params.auditlogid))
    .orderBy(auditjournal.auditjournalid),
);

/** The undo of a change, unless that undo was itself undone. */
export const undoOf = query((params: Params<{ auditlogid: number }>) =>
  build
    .select({ auditlogid: auditlogs.auditlogid })
    .from(auditlogs)
    .where(and(eq(auditlogs.undoof, params.auditlogid), isStanding(auditlogs.auditlogid))),
);

/** The running batch operation of a change; none when it is finished. */
export const isUnderway = query((params: Params<{ auditlogid: number }>) =>
  build
    .select({ auditlogid: undertakings.auditlogid })
    .from(undertakings)
    .where(eq(undertakings.auditlogid, params.auditlogid)),
);

export const deleteJournalBefore = command((params: Params<{ before: string }>) =>
  build
    .delete(auditjournal)
    .where(
      inArray(
        auditjournal.auditlogid,
        build
          .select({ auditlogid: auditlogs.auditlogid })
          .from(auditlogs)
          .where(lt(auditlogs.createddate, params.before)),
      ),
    ),
);

export const deletePutBackBefore = command((params: Params<{ before: string }>) =>
  build.delete(auditputback).where(lt(auditputback.stamp, params.before)),
);

/** Number of batch operations since a point in time whose rollback had to leave rows behind. */
export const incompleteRollbacks = query((params: Params<{ since: string }>) =>
  build
    .select({ n: count().as('n') })
    .from(auditlogs)
    .where(
      and(
        eq(auditlogs.action, 'audit.change.takenback'),
        gte(auditlogs.createddate, params.since),
        sql`${auditlogs.details} ->> 'stayed' IS NOT NULL`,
      ),
    ),
);

/** Number of times that each user performed each action since a point in time, the most frequent first. */
export const activitySince = query((params: Params<{ since: string }>) => {
  const times = count().as('times');
  return build
    .select({
      username: auditlogs.username,
      action: auditlogs.action,
      times,
      last: sql<string>`max(${auditlogs.createddate})`.as('last'),
    })
    .from(auditlogs)
    .where(gte(auditlogs.createddate, params.since))
    .groupBy(auditlogs.username, auditlogs.action)
    .orderBy(desc(times));
});
