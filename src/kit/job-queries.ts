import { count, eq } from 'drizzle-orm';
import { build, command, excluded, type Params, query } from './data/query.ts';
import { jobs } from './tables.ts';

/** The last run of each job that has run. */
export const allJobs = query(() => build.select().from(jobs));

/** Records the result of the last run of a job. */
export const recordJobRun = command((params: Params<typeof jobs.$inferSelect>) =>
  build
    .insert(jobs)
    .values({
      jobname: params.jobname,
      lastrun: params.lastrun,
      lastresult: params.lastresult,
      lasterror: params.lasterror,
      lastduration: params.lastduration,
    })
    .onConflictDoUpdate({
      target: jobs.jobname,
      set: {
        lastrun: excluded(jobs.lastrun),
        lastresult: excluded(jobs.lastresult),
        lasterror: excluded(jobs.lasterror),
        lastduration: excluded(jobs.lastduration),
      },
    }),
);

/** The number of jobs whose last run failed. */
export const failedJobs = query(() =>
  build
    .select({ n: count().as('n') })
    .from(jobs)
    .where(eq(jobs.lastresult, 'failed')),
);
