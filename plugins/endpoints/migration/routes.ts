import type { Host } from '../../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../../src/kit/http/api.ts';
import { countReadiness, listReadiness } from './list.ts';
import { readinessCounts, readinessListQuery, readinessRow, waveInput, waveResult } from './schemas.ts';
import { UpgradeWaves } from './waves.ts';

const access = { can: 'endpoints.agentupdate' };

/** Routes that upgrade agents to the current build in waves. */
export const migrationRoutes = (host: Host): Api =>
  api('/api/endpoints/migration')
    .get(
      '',
      ({ call: { actor }, query }) => listReadiness(host, actor, query),
      routeOptions({
        access,
        summary: 'PCs with their readiness for the current agent build, and what blocks them',
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
        summary: 'Number of PCs that are ready for the current build, and that each reason blocks',
        responseSchema: readinessCounts,
      }),
    )
    .post(
      '/waves',
      ({ call, body }) => host.getInstance(UpgradeWaves).send(call.context, body),
      routeOptions({
        access,
        summary:
          'Upgrade agents to the current build: the named PCs, or the next ready ones. Also requires the permission to run scripts',
        body: waveInput,
        responseSchema: waveResult,
        status: 201,
      }),
    );
