import { z } from 'zod';
import { notFound } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import { refuseWhilePaused } from '../../src/kit/outbox/pause-deliveries.ts';
import { FETCH_CREDENTIAL, refuseOutsideTokenScopes } from './allowed-addresses.ts';
import { matchesEtag, PublishedManifestCache } from './published-manifest-cache.ts';
import { phaseChoice } from './shapes.ts';

const manifestQuery = z.object({
  pctype: z
    .string('Send the PC type.')
    .trim()
    .min(1, 'Send the PC type.')
    .max(255)
    .meta({ description: 'The name of the scope.' }),
  phase: phaseChoice.default('runtime'),
});

/** Route from which PCs fetch the current manifest, byte for byte as it was published. */
export const fetchRoutes = (host: Host): Api =>
  api('/api/enforce').get(
    '/manifest',
    ({ call, query: { pctype, phase } }) => {
      refuseOutsideTokenScopes(call.actor, pctype);
      const served = host.getInstance(PublishedManifestCache);
      const found = served.of(pctype, phase);
      if (!found) throw notFound(`A published manifest for "${pctype}"`);
      const headers = {
        ETag: found.etag,
        'X-Manifest-Version': found.manifestversion,
        'Cache-Control': 'private, no-cache',
      };
      if (matchesEtag(call.req.headers.get('if-none-match'), found.etag))
        return new Response(null, { status: 304, headers });
      host.db.read((reader) => refuseWhilePaused(reader, 'PCs get other manifests'));
      return new Response(served.bodyOf(found), {
        headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' },
      });
    },
    routeOptions({
      access: { machine: [FETCH_CREDENTIAL] },
      summary: 'The published manifest of a PC type as raw JSON with constant bytes; 304 for a known ETag',
      query: manifestQuery,
      produces: 'application/json',
    }),
  );
