import { eq, inArray, lt } from 'drizzle-orm';
import { build, command, type Given, query } from '../../kit/data/query.ts';
import { auditjournal, auditlogs } from '../../kit/tables.ts';

export const auditRow = query((given: Given<{ auditlogid: number }>) =>
  build
    .select({ undoable: auditlogs.undoable })
    .from(auditlogs)
    .where(eq(auditlogs.auditlogid, given.auditlogid)),
);

export const entriesOf = query((given: Given<{ auditlogid: number }>) =>
  build
    .select({ entries: auditjournal.entries })
    .from(auditjournal)
    .where(eq(auditjournal.auditlogid, given.auditlogid)),
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
