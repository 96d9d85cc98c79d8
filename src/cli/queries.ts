import { count } from 'drizzle-orm';
import { build, query } from '../kit/data/query.ts';
import { auditlogs } from '../kit/tables.ts';

export const auditCount = query(() => build.select({ n: count().as('n') }).from(auditlogs));
