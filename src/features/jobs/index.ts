import { z } from 'zod';
import { api, routeOptions } from '../../kit/http/api.ts';
import { failedJobs } from '../../kit/job-queries.ts';
import { definePlugin } from '../../kit/plugin.ts';

const state = z
  .object({
    jobname: z.string(),
    title: z.string(),
    schedule: z.string(),
    running: z.boolean(),
    lastrun: z.iso.datetime().nullable(),
    lastresult: z.enum(['ok', 'failed']).nullable(),
    lasterror: z.string().nullable(),
    lastduration: z.int().nullable(),
    nextrun: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Job' });
export type JobRecord = z.output<typeof state>;

/** Scheduled jobs and their results. */
export const jobsFeature = definePlugin({
  id: 'jobs',
  title: 'Jobs',
  description: 'Scheduled jobs and their results',
  core: true,
  navigation: [
    {
      group: 'Admin',
      family: 'System',
      title: 'Jobs',
      icon: 'clock-play',
      path: '/admin/jobs',
      words: 'schedule task run',
      needs: 'admin',
      order: 66,
    },
  ],
  routes: (host) => [
    api('/api/jobs')
      .get(
        '',
        () => host.scheduler.listStates(),
        routeOptions({ access: 'admin', summary: 'Scheduled jobs', responseSchema: state.array().max(500) }),
      )
      .post(
        '/:jobname/run',
        async ({ call, params }) => {
          // A backup or a copy takes longer than the idle timeout of a connection.
          call.disableIdleTimeout();
          const { context } = call;
          const after = await host.scheduler.run(params.jobname);
          host.db.transact(context, 'platform.job.run', (tx) =>
            tx.audit({ entitytype: 'job', entityid: params.jobname, details: { result: after.lastresult } }),
          );
          return after;
        },
        routeOptions({
          access: 'admin',
          summary: 'Run a job now',
          params: z.object({ jobname: z.string().max(100) }),
          responseSchema: state,
        }),
      ),
  ],
  attention: [
    {
      key: 'jobs',
      topic: 'failed',
      title: 'Failed scheduled jobs',
      severity: 'warning',
      needs: 'admin',
      href: '/admin/jobs',
      count: (reader) => failedJobs.get(reader)!.n,
    },
    {
      key: 'jobsrunning',
      topic: 'running',
      title: 'Running jobs',
      severity: 'info',
      needs: 'admin',
      href: '/admin/jobs',
      isLive: true,
      count: (_reader, host) => host.scheduler.countRunning(),
    },
  ],
});
