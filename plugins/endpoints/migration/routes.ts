import type { Host } from '../../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../../src/kit/http/api.ts';
import { countReadiness, listReadiness } from './list.ts';
import { readinessCounts, readinessListQuery, readinessRow, waveInput, waveResult } from './schemas.ts';
import { Waves } from './waves.ts';

const access = { can: 'endpoints.agentupdate' };

/** Routes that upgrade agents to the current build in waves. */
export const migrationRoutes = (host: Host): Api =>
  api('/api/endpoints/migration')
    .get(
      '',
      ({ query }) => listReadiness(host, query),
      routeOptions({
        access,
        summary: 'Which PCs can be brought to the current build of the agent, and what blocks the others',
        query: readinessListQuery,
        responseSchema: readinessRow.array(),
        paged: true,
      }),
    )
    .get(
      '/counts',
      () => countReadiness(host),
      routeOptions({
        access,
        summary: 'How many PCs can be brought to the current build, and how many each reason blocks',
        responseSchema: readinessCounts,
      }),
    )
    .post(
      '/waves',
      ({ call, body }) => host.getInstance(Waves).send(call.context, body),
      routeOptions({
        access,
        summary:
          'Bring PCs to the current build: those that are named, or the next so many. Takes the right to run scripts too',
        body: waveInput,
        responseSchema: waveResult,
        status: 201,
      }),
    );
