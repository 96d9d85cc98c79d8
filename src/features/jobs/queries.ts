import { count, eq } from 'drizzle-orm';
import { build, query } from '../../kit/data/query.ts';
import { jobs } from '../../kit/tables.ts';

export const failedJobs = query(() =>
  build
    .select({ n: count().as('n') })
    .from(jobs)
    .where(eq(jobs.lastresult, 'failed')),
);
