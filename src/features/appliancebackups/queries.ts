import { and, eq, max, ne } from 'drizzle-orm';
import { build, type Params, query } from '../../kit/data/query.ts';
import { appliance, jobs, settings } from '../../kit/tables.ts';

/** The ID of this appliance, and when it was created. */
export const thisAppliance = query(() =>
  build.select({ applianceid: appliance.applianceid, createddate: appliance.createddate }).from(appliance),
);

/** The start time of the latest recorded run of any job. It is written when a run ends. */
export const latestJob = query(() => build.select({ lastrun: max(jobs.lastrun).as('lastrun') }).from(jobs));

export const settingNamed = query((params: Params<{ key: string }>) =>
  build.select({ settingid: settings.settingid }).from(settings).where(eq(settings.key, params.key)),
);

/** The setting with this key, if its value is not empty. */
export const filledSetting = query((params: Params<{ key: string }>) =>
  build
    .select({ settingid: settings.settingid })
    .from(settings)
    .where(and(eq(settings.key, params.key), ne(settings.value, ''))),
);

/** Finds the drill job when its last run failed. */
export const failedDrill = query((params: Params<{ jobname: string }>) =>
  build
    .select({ jobname: jobs.jobname })
    .from(jobs)
    .where(and(eq(jobs.jobname, params.jobname), eq(jobs.lastresult, 'failed'))),
);
