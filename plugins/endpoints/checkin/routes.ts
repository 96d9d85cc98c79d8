import { z } from 'zod';
import type { Host } from '../../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../../src/kit/http/api.ts';
import { AGENT_CREDENTIAL, readCallingPc, SHARED_KEY_CREDENTIAL } from '../agent-credentials.ts';
import { checkIn } from './check-in.ts';
import { checkInResult, checkin } from './schemas.ts';

/** The route on which agents report their state. */
export const checkinRoutes = (host: Host): Api =>
  api('/api/endpoints').post(
    '/checkin',
    ({ call, query, body }) => {
      const { assetid } = readCallingPc(host, call.actor, query.hostname, body.hostname);
      return checkIn(host, assetid, call.actor.kind === SHARED_KEY_CREDENTIAL.kind, body);
    },
    routeOptions({
      access: { machine: [AGENT_CREDENTIAL, SHARED_KEY_CREDENTIAL] },
      summary: 'Report the state of a PC and receive its settings',
      query: z.object({ hostname: z.string().min(1).max(255).optional() }),
      body: checkin,
      responseSchema: checkInResult,
      status: 200,
    }),
  );
