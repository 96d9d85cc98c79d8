import { z } from 'zod';
import type { Host } from '../../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../../src/kit/http/api.ts';
import { idParam } from '../../../src/kit/http/paging.ts';
import { tokenListQuery } from './list-columns.ts';
import { createTokenInput, mintedToken, tokenRow } from './schemas.ts';
import { serveBuild, serveLimited, serveLinuxInstaller, serveWindowsInstaller } from './siteagent.ts';
import { createBootstrapToken, listBootstrapTokens, revokeBootstrapToken } from './tokens.ts';

const byToken = z.object({ bootstraptokenid: idParam });
const t = z.string().default('').meta({ description: 'The secret of a bootstrap token.' });
const showing = z.object({ t });

/** Routes for the tokens with which users install agents. */
export const bootstrapTokenRoutes = (host: Host): Api =>
  api('/api/endpoints/bootstrap-tokens')
    .get(
      '',
      ({ call: { actor }, query }) => listBootstrapTokens(host, actor, query),
      routeOptions({
        access: 'admin',
        summary: 'Bootstrap tokens, the newest first',
        query: tokenListQuery,
        responseSchema: tokenRow.array(),
        paged: true,
      }),
    )
    .post(
      '',
      ({ call, body }) => createBootstrapToken(host, call.context, body),
      routeOptions({
        access: 'admin',
        summary: 'Create a bootstrap token; the response contains its secret and the install commands',
        body: createTokenInput,
        responseSchema: mintedToken,
        status: 201,
      }),
    )
    .delete(
      '/:bootstraptokenid',
      ({ call, params }) => {
        revokeBootstrapToken(host, call.context, params.bootstraptokenid);
        return { deleted: params.bootstraptokenid };
      },
      routeOptions({ access: 'admin', summary: 'Revoke a bootstrap token', params: byToken }),
    );

/** Routes that installers call with a token. */
export const siteAgentRoutes = (host: Host): Api =>
  api('/api/endpoints/siteagent')
    .get(
      '/bootstrap.ps1',
      ({ call, query }) => serveLimited(host, call, () => serveWindowsInstaller(host, query.t)),
      routeOptions({
        access: 'open',
        summary: 'The installer for Windows; 404 for any problem with the token',
        query: showing,
        produces: 'text/plain',
      }),
    )
    .get(
      '/bootstrap.sh',
      ({ call, query }) => serveLimited(host, call, () => serveLinuxInstaller(host, query.t)),
      routeOptions({
        access: 'open',
        summary: 'The installer for Linux; 404 for any problem with the token',
        query: showing,
        produces: 'text/plain',
      }),
    )
    .get(
      '/package',
      ({ call, query }) => serveLimited(host, call, () => serveBuild(host, call, query.t, query.platform)),
      routeOptions({
        access: 'open',
        summary: 'The current build of a platform; counts one use of the token; 404 for any problem with it',
        query: showing.extend({
          platform: z.string().default('').meta({ description: 'windows-x64, linux-x64 or linux-arm64.' }),
        }),
        produces: 'application/octet-stream',
      }),
    );
