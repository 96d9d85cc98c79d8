import { desc } from 'drizzle-orm';
import { build, query } from '../../kit/data/query.ts';
import { auditlogs } from '../../kit/tables.ts';

/** The audit row with the highest ID. */
export const lastAuditRow = query(() =>
  build
    .select({ auditlogid: auditlogs.auditlogid })
    .from(auditlogs)
    .orderBy(desc(auditlogs.auditlogid))
    .limit(1),
);
