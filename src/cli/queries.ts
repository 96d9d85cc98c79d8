import { count, eq, inArray } from 'drizzle-orm';
import { SECRETS_RENEWED } from '../kit/audit/renewed.ts';
import { build, type Given, query } from '../kit/data/query.ts';
import { auditlogs, settings } from '../kit/tables.ts';

export const auditCount = query(() => build.select({ n: count().as('n') }).from(auditlogs));

/** What earlier starts found wrong with the log: its newest rows were gone, for example, or its keys. */
export const mistrusted = query(() =>
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

export const sealedSetting = query((given: Given<{ key: string }>) =>
  build.select({ sealed: settings.sealed }).from(settings).where(eq(settings.key, given.key)),
);
