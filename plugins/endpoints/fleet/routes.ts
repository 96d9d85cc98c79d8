import { z } from 'zod';
import type { Host } from '../../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../../src/kit/http/api.ts';
import { idParam } from '../../../src/kit/http/paging.ts';
import { fleetQuery, fleetRow, listFleet } from './list.ts';
import { pcActivity, pcHealth, pcStatus, readActivity, readHealth, readStatus } from './panel.ts';

const byAsset = z.object({ id: idParam });
const access = { can: 'endpoints.view' };

/** Routes to list the PCs with their agents, and to read the state, health and activity of one. */
export const fleetRoutes = (host: Host): Api =>
  api('/api/endpoints')
    .get(
      '',
      ({ call: { actor }, query }) => listFleet(host, actor, query),
      routeOptions({
        access,
        summary: 'PCs with the state of their agents',
        query: fleetQuery,
        responseSchema: fleetRow.array(),
        paged: true,
      }),
    )
    .get(
      '/asset/:id/status',
      ({ params }) => readStatus(host, params.id),
      routeOptions({
        access,
        summary: 'State of the agent of a PC',
        params: byAsset,
        responseSchema: pcStatus,
      }),
    )
    .get(
      '/asset/:id/health',
      ({ params }) => readHealth(host, params.id),
      routeOptions({
        access,
        summary: 'Health of a PC and its changes',
        params: byAsset,
        responseSchema: pcHealth,
      }),
    )
    .get(
      '/asset/:id/activity',
      ({ call, params }) => readActivity(host, call.actor, params.id),
      routeOptions({
        access,
        summary: 'Latest commands and events of a PC',
        params: byAsset,
        responseSchema: pcActivity.array().max(100),
      }),
    );
