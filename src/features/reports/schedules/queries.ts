import { and, asc, eq, lte } from 'drizzle-orm';
import { build, command, isSet, type Params, query } from '../../../kit/data/query.ts';
import { reportschedules } from './tables.ts';

/** Due schedules, the one that has been due longest first. */
export const dueSchedules = query((params: Params<{ at: string }>) =>
  build
    .select()
    .from(reportschedules)
    .where(and(isSet(reportschedules.isactive), lte(reportschedules.nextrun, params.at)))
    .orderBy(asc(reportschedules.nextrun), asc(reportschedules.reportscheduleid)),
);

export const scheduleById = query((params: Params<{ reportscheduleid: number }>) =>
  build.select().from(reportschedules).where(eq(reportschedules.reportscheduleid, params.reportscheduleid)),
);

type Run = { reportscheduleid: number; nextrun: string; lastrun: string | null; lastoutcome: string };

/** Records a run without changing `modifieddate`, so that a form that is open does not become stale. */
export const recordRun = command((params: Params<Run>) =>
  build
    .update(reportschedules)
    .set({ nextrun: params.nextrun, lastrun: params.lastrun, lastoutcome: params.lastoutcome })
    .where(eq(reportschedules.reportscheduleid, params.reportscheduleid)),
);
