import { z } from 'zod';
import { attach } from '../../../src/kit/files/upload.ts';
import type { Host } from '../../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../../src/kit/http/api.ts';
import { readFields } from '../../../src/kit/http/form-fields.ts';
import { idParam } from '../../../src/kit/http/paging.ts';
import { AGENT_CREDENTIAL, readCallingPc, SHARED_KEY_CREDENTIAL } from '../agent-credentials.ts';
import { listPackages } from './list.ts';
import {
  makeCurrent,
  PACKAGE_AREA,
  PACKAGE_RULE,
  removePackage,
  savePackage,
  servePackage,
} from './packages.ts';
import { packageInput, packageQuery, packageRecord } from './schemas.ts';

const access = { can: 'endpoints.agentpackage' };
const byPackage = z.object({ packageid: idParam });

/** Routes for the builds of the agent. */
export const packageRoutes = (host: Host): Api =>
  api('/api/endpoints/packages')
    .get(
      '',
      ({ call: { actor }, query }) => listPackages(host, actor, query),
      routeOptions({
        access,
        summary: 'Builds of the agent, the newest first',
        query: packageQuery,
        responseSchema: packageRecord.array(),
        paged: true,
      }),
    )
    .post(
      '',
      ({ call }) => {
        call.disableIdleTimeout();
        return attach(
          host.files,
          call.req,
          PACKAGE_AREA,
          { ...PACKAGE_RULE, form: packageInput },
          ({ file, fields }) => ({
            ...savePackage(host, call.context, readFields(packageInput, fields), file),
            filename: file.filename,
          }),
        );
      },
      routeOptions({
        access,
        summary: 'Upload a build of the agent',
        raw: { type: 'multipart/form-data', form: packageInput },
        responseSchema: packageRecord.extend({
          filename: z.string().meta({ description: 'Stored file name.' }),
        }),
        status: 201,
      }),
    )
    .post(
      '/:packageid/current',
      ({ call, params }) => makeCurrent(host, call.context, params.packageid),
      routeOptions({
        access,
        summary: 'Make a build current for its platform; an older build downgrades agents',
        params: byPackage,
        responseSchema: packageRecord,
        status: 200,
      }),
    )
    .delete(
      '/:packageid',
      ({ call, params }) => {
        removePackage(host, call.context, params.packageid);
        return { deleted: params.packageid };
      },
      routeOptions({ access, summary: 'Delete a build that is not current', params: byPackage }),
    )
    .get(
      '/:packageid/file',
      ({ call, params, query }) => {
        readCallingPc(host, call.actor, query.hostname);
        call.disableIdleTimeout();
        return servePackage(host, params.packageid);
      },
      routeOptions({
        access: { machine: [AGENT_CREDENTIAL, SHARED_KEY_CREDENTIAL] },
        summary: 'Download a build, for agents',
        params: byPackage,
        query: z.object({ hostname: z.string().min(1).max(255).optional() }),
        produces: 'application/octet-stream',
      }),
    );
