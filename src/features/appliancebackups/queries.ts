import { and, eq, max, ne } from 'drizzle-orm';
import { build, type Params, query } from '../../kit/data/query.ts';
import { appliance, jobs, settings } from '../../kit/tables.ts';

export const thisAppliance = query(() =>
  build.select({ applianceid: appliance.applianceid, createddate: appliance.createddate }).from(appliance),
);

/** When some job ended last. */
export const latestJob = query(() => build.select({ lastrun: max(jobs.lastrun).as('lastrun') }).from(jobs));

export const settingNamed = query((given: Params<{ key: string }>) =>
  build.select({ settingid: settings.settingid }).from(settings).where(eq(settings.key, given.key)),
);

/** A setting, when it is not empty. */
export const filledSetting = query((given: Params<{ key: string }>) =>
  build
    .select({ settingid: settings.settingid })
    .from(settings)
    .where(and(eq(settings.key, given.key), ne(settings.value, ''))),
);

/** The drill, when its last run failed. */
export const failedDrill = query((given: Params<{ jobname: string }>) =>
  build
    .select({ jobname: jobs.jobname })
    .from(jobs)
    .where(and(eq(jobs.jobname, given.jobname), eq(jobs.lastresult, 'failed'))),
);
