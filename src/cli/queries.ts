import { count, eq } from 'drizzle-orm';
import { build, query } from '../kit/data/query.ts';
import { auditlogs } from '../kit/tables.ts';

export const auditCount = query(() => build.select({ n: count().as('n') }).from(auditlogs));

/** What earlier starts found wrong with the log: its newest rows were gone, for example. */
export const mistrusted = query(() =>
  build
    .select({
      auditlogid: auditlogs.auditlogid,
      createddate: auditlogs.createddate,
      details: auditlogs.details,
    })
    .from(auditlogs)
    .where(eq(auditlogs.action, 'audit.log.mistrusted'))
    .orderBy(auditlogs.auditlogid),
);
