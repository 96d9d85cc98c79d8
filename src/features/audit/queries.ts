import { and, count, desc, eq, exists, getTableColumns, gte, inArray, lt, notExists, sql } from 'drizzle-orm';
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { build, command, type Params, query, type RowOf } from '../../kit/data/query.ts';
import { auditjournal, auditlogs, auditputback, undertakings } from '../../kit/tables.ts';

/** That no row of the log takes this one back. */
const isStanding = (auditlogid: SQLiteColumn) => {
  const reversal = alias(auditlogs, 'reversal');
  return notExists(
    build.select({ auditlogid: reversal.auditlogid }).from(reversal).where(eq(reversal.undoof, auditlogid)),
  );
};

const later = alias(auditlogs, 'later');
/** Whether the exact prior state is kept, and nobody has taken the change back yet. */
const isOpen = () => {
  const kept = build
    .select({ auditlogid: auditjournal.auditlogid })
    .from(auditjournal)
    .where(eq(auditjournal.auditlogid, auditlogs.auditlogid));
  const undone = build
    .select({ auditlogid: later.auditlogid })
    .from(later)
    .where(and(eq(later.undoof, auditlogs.auditlogid), isStanding(later.auditlogid)));
  return and(exists(kept), notExists(undone));
};

/** The log, with whether a row can be undone. It ends before its conditions, which come with the request. */
export const listedRows = query(() =>
  build.select({ ...getTableColumns(auditlogs), open: sql<0 | 1>`${isOpen()}`.as('open') }).from(auditlogs),
);

/** Those of these rows that can be undone. */
export const openRows = query((given: Params<{ ids: string }>) =>
  build
    .select({ auditlogid: auditlogs.auditlogid, needs: auditlogs.needs })
    .from(auditlogs)
    .where(and(sql`${auditlogs.auditlogid} IN (SELECT value FROM json_each(${given.ids}))`, isOpen())),
);

export type ListedRow = RowOf<typeof listedRows>;

export const auditRow = query((given: Params<{ auditlogid: number }>) =>
  build
    .select({ undoable: auditlogs.undoable, needs: auditlogs.needs, createddate: auditlogs.createddate })
    .from(auditlogs)
    .where(eq(auditlogs.auditlogid, given.auditlogid)),
);

/** The parts of what a change did, in their order. */
export const journalEntriesOf = query((given: Params<{ auditlogid: number }>) =>
  build
    .select({ entries: auditjournal.entries })
    .from(auditjournal)
    .where(eq(auditjournal.auditlogid, given.auditlogid))
    .orderBy(auditjournal.auditjournalid),
);

/** The undo of a change, unless that was itself taken back. */
export const undoOf = query((given: Params<{ auditlogid: number }>) =>
  build
    .select({ auditlogid: auditlogs.auditlogid })
    .from(auditlogs)
    .where(and(eq(auditlogs.undoof, given.auditlogid), isStanding(auditlogs.auditlogid))),
);

/** Whether a change is still being made, turn by turn. */
export const isUnderway = query((given: Params<{ auditlogid: number }>) =>
  build
    .select({ auditlogid: undertakings.auditlogid })
    .from(undertakings)
    .where(eq(undertakings.auditlogid, given.auditlogid)),
);

export const deleteJournalBefore = command((given: Params<{ before: string }>) =>
  build
    .delete(auditjournal)
    .where(
      inArray(
        auditjournal.auditlogid,
        build
          .select({ auditlogid: auditlogs.auditlogid })
          .from(auditlogs)
          .where(lt(auditlogs.createddate, given.before)),
      ),
    ),
);

export const deletePutBackBefore = command((given: Params<{ before: string }>) =>
  build.delete(auditputback).where(lt(auditputback.stamp, given.before)),
);

/** Work that was given up since an instant, and of which rows had to stay. */
export const incompleteRollbacks = query((given: Params<{ since: string }>) =>
  build
    .select({ n: count().as('n') })
    .from(auditlogs)
    .where(
      and(
        eq(auditlogs.action, 'audit.change.takenback'),
        gte(auditlogs.createddate, given.since),
        sql`${auditlogs.details} ->> 'stayed' IS NOT NULL`,
      ),
    ),
);

/** How often each person did each thing since an instant, the most frequent first. */
export const activitySince = query((given: Params<{ since: string }>) => {
  const times = count().as('times');
  return build
    .select({
      username: auditlogs.username,
      action: auditlogs.action,
      times,
      last: sql<string>`max(${auditlogs.createddate})`.as('last'),
    })
    .from(auditlogs)
    .where(gte(auditlogs.createddate, given.since))
    .groupBy(auditlogs.username, auditlogs.action)
    .orderBy(desc(times));
});
