import { count, inArray } from 'drizzle-orm';
import { SECRETS_RENEWED } from '../audit/regenerated-keys.ts';
import { build, query } from '../data/query.ts';
import { auditlogs } from '../tables.ts';

export const auditCount = query(() => build.select({ n: count().as('n') }).from(auditlogs));

/** What earlier starts found wrong with the log: its newest rows were gone, for example, or its keys. */
export const auditWarnings = query(() =>
  build
    .select({
      auditlogid: auditlogs.auditlogid,
      createddate: auditlogs.createddate,
      action: auditlogs.action,
      details: auditlogs.details,
    })
    .from(auditlogs)
    .where(inArray(auditlogs.action, ['audit.log.mistrusted', SECRETS_RENEWED]))
    .orderBy(auditlogs.auditlogid),
);
