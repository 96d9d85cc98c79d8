import { z } from 'zod';
import type { Host } from '../../../src/kit/host.ts';
import { type Api, api, words } from '../../../src/kit/http/api.ts';
import { orderedBy, pagingOf } from '../../../src/kit/http/paging.ts';
import { listReadiness } from './readiness.ts';
import { readinessRow, waved, waving } from './schemas.ts';
import { wave } from './waves.ts';

const access = { can: 'endpoints.agentupdate' };

/** Bringing agents to the current build, some at a time. */
export const migrationRoutes = (host: Host): Api =>
  api('/api/endpoints/migration')
    .get(
      '',
      ({ query }) => listReadiness(host, pagingOf(query)),
      words({
        access,
        summary: 'Which PCs can be brought to the current build of the agent, and what blocks the others',
        query: z.object(orderedBy('hostname')),
        answers: readinessRow.array(),
        paged: true,
      }),
    )
    .post(
      '/waves',
      ({ call, body }) => wave(host, call.context, body),
      words({
        access,
        summary:
          'Bring PCs to the current build: those that are named, or the next so many. Takes the right to run scripts too',
        body: waving,
        answers: waved,
        status: 201,
      }),
    );
