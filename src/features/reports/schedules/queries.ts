import { and, asc, eq, lte } from 'drizzle-orm';
import { build, command, isSet, type Params, query } from '../../../kit/data/query.ts';
import { reportschedules } from './tables.ts';

/** Due schedules, the one that has been due longest first. */
export const dueSchedules = query((given: Params<{ at: string }>) =>
  build
    .select()
    .from(reportschedules)
    .where(and(isSet(reportschedules.isactive), lte(reportschedules.nextrun, given.at)))
    .orderBy(asc(reportschedules.nextrun), asc(reportschedules.reportscheduleid)),
);

export const scheduleById = query((given: Params<{ reportscheduleid: number }>) =>
  build.select().from(reportschedules).where(eq(reportschedules.reportscheduleid, given.reportscheduleid)),
);

type Run = { reportscheduleid: number; nextrun: string; lastrun: string | null; lastoutcome: string };

/** Records a run without changing `modifieddate`, so that a form that is open does not become stale. */
export const recordRun = command((given: Params<Run>) =>
  build
    .update(reportschedules)
    .set({ nextrun: given.nextrun, lastrun: given.lastrun, lastoutcome: given.lastoutcome })
    .where(eq(reportschedules.reportscheduleid, given.reportscheduleid)),
);
