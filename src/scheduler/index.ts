import { z } from 'zod';
import { route } from '../http/route.ts';
import { definePlugin } from '../plugin.ts';

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

/** Scheduled jobs and how they went. */
export const scheduling = definePlugin({
  id: 'jobs',
  title: 'Jobs',
  description: 'Scheduled jobs and their outcomes',
  core: true,
  navigation: [
    { group: 'Admin', title: 'Jobs', icon: 'clock-play', path: '/admin/jobs', needs: 'admin', order: 60 },
  ],
  routes: (host) => [
    route('GET', '/api/jobs', { access: 'admin', summary: 'Scheduled jobs', response: state.array() }, () =>
      host.scheduler.states(),
    ),
    route(
      'POST',
      '/api/jobs/:jobname/run',
      {
        access: 'admin',
        summary: 'Run a job now',
        params: z.object({ jobname: z.string().max(100) }),
        response: state,
      },
      async ({ context, params }) => {
        const after = await host.scheduler.run(params.jobname);
        host.db.transact(context, (tx) =>
          tx.audit({
            action: 'platform.job.run',
            entitytype: 'job',
            entityid: params.jobname,
            details: { result: after.lastresult },
          }),
        );
        return after;
      },
    ),
  ],
  attention: (reader, actor) => {
    if (!actor.isadmin) return [];
    const count = reader.value<number>("SELECT count(*) FROM jobs WHERE lastresult = 'failed'") ?? 0;
    return [{ key: 'jobs', title: 'Scheduled jobs failed', severity: 'warning', href: '/admin/jobs', count }];
  },
});
