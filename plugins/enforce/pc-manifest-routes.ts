import { z } from 'zod';
import { asPc, authorizeCallingPc } from '../../src/features/collector/index.ts';
import type { Actor } from '../../src/kit/actor.ts';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import {
  FETCH_CREDENTIAL,
  isOutsideTokenScopes,
  REPORT_CREDENTIAL,
  refuseOutsideTokenScopes,
} from './allowed-addresses.ts';
import { hostnameOf } from './fleet.ts';
import { PHASES, type Phase } from './labels.ts';
import { servePayload } from './payload-routes.ts';
import { listManifestsOfPc, readEnforceMinutes } from './pc-manifests.ts';
import { saveEnforceReport } from './report.ts';
import { enforceReport, manifestEntry, phaseChoice, statusChoice } from './shapes.ts';

const hostname = z
  .string()
  .min(1)
  .max(255)
  .optional()
  .meta({ description: 'Host name of the calling PC; required without its own credential.' });

const mine = z
  .object({
    assetid: z.int(),
    everyminutes: z.int().meta({
      description: 'Interval of scheduled enforcement; 0: only on command.',
    }),
    manifests: z
      .object({
        scopename: z.string(),
        phase: phaseChoice,
        revision: z.int(),
        manifestversion: z.string(),
        entries: manifestEntry.array(),
      })
      .array(),
  })
  .meta({ id: 'EnforceMine' });

/** Routes for agents, which use their existing credentials. PCs need no token for enforcement. */
export function pcManifestRoutes(host: Host): Api {
  const access = asPc(host, FETCH_CREDENTIAL.scope);
  const pcOf = (actor: Actor, ...hostnames: readonly (string | undefined)[]): number =>
    host.db.read((reader) => authorizeCallingPc(host, reader, { actor, hostnames }));
  return api('/api/enforce/mine')
    .get(
      '',
      ({ call, query }) => {
        const assetid = pcOf(call.actor, query.hostname);
        return {
          assetid,
          everyminutes: readEnforceMinutes(host, query.phase),
          manifests: manifestsFor(host, call.actor, assetid, query.phase, query.appid),
        };
      },
      routeOptions({
        access,
        summary: 'Published entries that target the calling PC, by manifest',
        query: z.object({
          hostname,
          phase: phaseChoice.default('runtime'),
          appid: z.coerce
            .number()
            .int()
            .positive()
            .optional()
            .meta({ description: 'Only entries that install this application.' }),
        }),
        responseSchema: mine,
      }),
    )
    .get(
      '/payload/:sha256',
      ({ call, params: { sha256 }, query }) => {
        const assetid = pcOf(call.actor, query.hostname);
        // Many PCs may share an address, so downloads are counted per PC.
        return servePayload(host, call, sha256, {
          caller: `PC ${assetid}`,
          isServed: () => isNamedTo(host, call.actor, assetid, sha256),
        });
      },
      routeOptions({
        access,
        summary: 'Download a payload of a published entry that targets the calling PC',
        params: z.object({ sha256: z.string() }),
        query: z.object({ hostname }),
        produces: 'application/octet-stream',
      }),
    )
    .post(
      '/report',
      ({ call, query, body }) => {
        refuseOutsideTokenScopes(call.actor, body.scopename);
        const assetid = pcOf(call.actor, query.hostname, body.hostname);
        return saveEnforceReport(host, call.context, { ...body, hostname: nameOf(host, assetid) }, assetid);
      },
      routeOptions({
        access: asPc(host, REPORT_CREDENTIAL.scope),
        summary: 'Report the result of a manifest on the calling PC',
        query: z.object({ hostname }),
        body: enforceReport.extend({ hostname }).meta({ id: 'EnforceOwnReport' }),
        responseSchema: z.object({ reportid: z.int(), status: statusChoice }),
        status: 201,
      }),
    );
}

/** Returns the manifests of a PC. A token for certain scopes gets only those. */
const manifestsFor = (host: Host, actor: Actor, assetid: number, phase: Phase, appid?: number) =>
  listManifestsOfPc(host, assetid, phase, appid).filter(
    ({ scopename }) => !isOutsideTokenScopes(actor, scopename),
  );

const isNamedTo = (host: Host, actor: Actor, assetid: number, sha256: string): boolean =>
  (Object.keys(PHASES) as Phase[]).some((phase) =>
    manifestsFor(host, actor, assetid, phase).some(({ entries }) =>
      entries.some(({ PayloadSha256 }) => PayloadSha256 === sha256),
    ),
  );

/**
 * Returns the host name under which a report is stored: that of the record of the PC, or `asset <ID>` when
 * the record has none.
 */
const nameOf = (host: Host, assetid: number): string => hostnameOf(host, assetid) ?? `asset ${assetid}`;
