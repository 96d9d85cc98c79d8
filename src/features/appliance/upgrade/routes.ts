import { z } from 'zod';
import type { Host } from '../../../kit/host.ts';
import { type Api, api, routeOptions } from '../../../kit/http/api.ts';
import { upgradeState } from '../../../kit/program/upgrade-state.ts';
import { Upgrades } from './upgrades.ts';

const SIGNATURE_CHARS = 200;

export const upgradeRecord = z
  .object({
    version: z.string(),
    obstacle: z.string().nullable().meta({
      description: 'Why the program cannot be upgraded here and what to do instead; null if it can.',
    }),
    last: upgradeState.omit({ id: true, isrecorded: true }).nullable().meta({
      description:
        'The last upgrade: `trial`, `swapped` until the new version runs, `done`, or `returned` with a reason if the previous version stays.',
    }),
  })
  .meta({ id: 'Upgrade' });
export type UpgradeRecord = z.output<typeof upgradeRecord>;

function describeUpgrade(host: Host): UpgradeRecord {
  const { own, obstacle, last } = host.getInstance(Upgrades);
  if (!last) return { version: own.version, obstacle, last: null };
  const { id: _id, isrecorded: _, ...state } = last;
  return { version: own.version, obstacle, last: state };
}

/** Creates the routes that read the state of upgrades and upload a new program. */
export const upgradeRoutes = (host: Host): Api =>
  api('/api/upgrade')
    .get(
      '',
      () => describeUpgrade(host),
      routeOptions({
        access: 'admin',
        summary: 'Whether an upgrade is possible, and the result of the last one',
        responseSchema: upgradeRecord,
      }),
    )
    .post(
      '',
      async ({ call, query: { signature } }) => {
        // Checking a program of 100 MB takes longer than the idle timeout of a connection.
        call.disableIdleTimeout();
        await host
          .getInstance(Upgrades)
          .receive(call.context, call.req, signature, () => call.recheckAccess());
        return { restarting: true as const };
      },
      routeOptions({
        access: 'adminsession',
        summary: 'Upgrade the program after a trial run on a copy of the data',
        query: z.object({
          signature: z
            .string()
            .max(SIGNATURE_CHARS)
            .optional()
            .meta({ description: 'Ed25519 signature of the body in base64 or base64url.' }),
        }),
        raw: { type: 'application/octet-stream' },
        responseSchema: z.object({ restarting: z.literal(true) }).meta({ id: 'UpgradeBegun' }),
        status: 202,
      }),
    );
