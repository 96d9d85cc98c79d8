import { count, desc, eq } from 'drizzle-orm';
import { build, type Given, query } from '../../kit/data/query.ts';
import { auditlogs, outbox } from '../../kit/tables.ts';

export const itemsInState = query((given: Given<{ state: 'queued' | 'failed' }>) =>
  build
    .select({ n: count().as('n') })
    .from(outbox)
    .where(eq(outbox.state, given.state)),
);

export const lastAuditRow = query(() =>
  build
    .select({ auditlogid: auditlogs.auditlogid })
    .from(auditlogs)
    .orderBy(desc(auditlogs.auditlogid))
    .limit(1),
);
