import { count, inArray } from 'drizzle-orm';
import { SECRETS_RENEWED } from '../audit/regenerated-keys.ts';
import { build, query } from '../data/query.ts';
import { auditlogs } from '../tables.ts';

export const auditCount = query(() => build.select({ n: count().as('n') }).from(auditlogs));

/** The audit rows with problems that earlier starts found, such as missing newest rows or lost keys. */
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
