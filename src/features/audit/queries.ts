import { and, eq, exists, getTableColumns, inArray, lt, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { build, command, type Given, query, type RowOf } from '../../kit/data/query.ts';
import { auditjournal, auditlogs } from '../../kit/tables.ts';

/**
 * The log, with whether a row can be undone: while its exact prior state is kept, and nobody has taken it back yet.
 * It ends before its conditions, which come with the request.
 */
export const listedRows = query(() => {
  const later = alias(auditlogs, 'later');
  const kept = build
    .select({ auditlogid: auditjournal.auditlogid })
    .from(auditjournal)
    .where(eq(auditjournal.auditlogid, auditlogs.auditlogid));
  const undone = build
    .select({ auditlogid: later.auditlogid })
    .from(later)
    .where(eq(later.undoof, auditlogs.auditlogid));
  return build
    .select({
      ...getTableColumns(auditlogs),
      open: sql<0 | 1>`${and(exists(kept), notExists(undone))}`.as('open'),
    })
    .from(auditlogs);
});

export type ListedRow = RowOf<typeof listedRows>;

export const auditRow = query((given: Given<{ auditlogid: number }>) =>
  build
    .select({ undoable: auditlogs.undoable })
    .from(auditlogs)
    .where(eq(auditlogs.auditlogid, given.auditlogid)),
);

/** The parts of what a change did, in their order. */
export const entriesOf = query((given: Given<{ auditlogid: number }>) =>
  build
    .select({ entries: auditjournal.entries })
    .from(auditjournal)
    .where(eq(auditjournal.auditlogid, given.auditlogid))
    .orderBy(auditjournal.auditjournalid),
);

export const undoOf = query((given: Given<{ auditlogid: number }>) =>
  build
    .select({ auditlogid: auditlogs.auditlogid })
    .from(auditlogs)
    .where(eq(auditlogs.undoof, given.auditlogid)),
);

export const forgetJournalBefore = command((given: Given<{ before: string }>) =>
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
