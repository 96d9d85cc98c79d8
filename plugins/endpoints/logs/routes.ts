import { z } from 'zod';
import type { Host } from '../../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../../src/kit/http/api.ts';
import { idParam } from '../../../src/kit/http/paging.ts';
import { AGENT_CREDENTIAL, readCallingPc, SHARED_KEY_CREDENTIAL } from '../agent-credentials.ts';
import { readLogView, saveLog } from './collect.ts';
import { listLogs, logListQuery } from './list.ts';
import { collectLogInput, logRecord, logRow, MAX_CONTENT_BYTES } from './schemas.ts';

const access = { can: 'endpoints.view' };

/** Routes for log files that agents read on request. */
export const logRoutes = (host: Host): Api =>
  api('/api/endpoints')
    .post(
      '/logs',
      ({ call, query, body }) => {
        const { assetid } = readCallingPc(host, call.actor, query.hostname, body.hostname);
        return saveLog(host, call.context, assetid, body);
      },
      routeOptions({
        access: { machine: [AGENT_CREDENTIAL, SHARED_KEY_CREDENTIAL] },
        summary: 'Send the end of a requested log file',
        query: z.object({ hostname: z.string().min(1).max(255).optional() }),
        body: collectLogInput,
        // A JSON control character takes six bytes.
        maxbody: 6 * MAX_CONTENT_BYTES + 64 * 1024,
        responseSchema: logRow,
        status: 201,
      }),
    )
    .get(
      '/asset/:id/logs',
      ({ call: { actor }, params, query }) => listLogs(host, actor, params.id, query),
      routeOptions({
        access,
        summary: 'Log files of a PC, the newest first, without their content',
        params: z.object({ id: idParam }),
        query: logListQuery,
        responseSchema: logRow.array(),
        paged: true,
      }),
    )
    .get(
      '/asset/:id/logs/:logid',
      ({ params }) => readLogView(host, params.id, params.logid),
      routeOptions({
        access,
        summary: 'One log file of a PC',
        params: z.object({ id: idParam, logid: idParam }),
        responseSchema: logRecord,
      }),
    );
