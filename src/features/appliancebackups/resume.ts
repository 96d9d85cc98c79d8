import { z } from 'zod';
import { type Actor, isSignedIn } from '../../kit/actor.ts';
import type { WriteContext } from '../../kit/data/tx.ts';
import type { Host } from '../../kit/host.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import { readPausedSince, resumeDeliveries } from '../../kit/outbox/pause-deliveries.ts';
import { Copies } from './targets/copies.ts';

/**
 * Confirms that this restored appliance is the active one and resumes deliveries and copies of backups.
 * Returns the number of released messages, or 0 if deliveries were not paused.
 */
export function resumeAfterRestore(host: Host, context: WriteContext): { released: number } {
  const { db } = host;
  if (db.read(readPausedSince) === null) return { released: 0 };
  const { value } = db.transact(context, 'backups.appliance.continued', (tx) => {
    const since = readPausedSince(tx);
    const released = resumeDeliveries(tx);
    tx.audit({ entitytype: 'backup', entityid: null, details: { since, released }, undoable: false });
    return { released };
  });
  host.getInstance(Copies).start();
  return value;
}

/**
 * Reports whether deliveries are paused and the caller is a signed-in admin. The UI then offers to resume
 * them.
 */
export const canResumeDeliveries = ({ db }: Host, actor: Actor): boolean =>
  isSignedIn(actor) && actor.isadmin && db.read(readPausedSince) !== null;

/**
 * Creates the route with which an admin resumes deliveries. It is in the core, because a restored appliance
 * also needs it while the backups plugin is disabled.
 */
export const resumeRoute = (host: Host): Api =>
  api('/api/backups/continue').post(
    '',
    ({ call }) => resumeAfterRestore(host, call.context),
    routeOptions({
      access: 'adminsession',
      summary: 'Resume mail, webhooks and PC commands of a restored appliance',
      responseSchema: z
        .object({
          released: z.int().meta({ description: 'Number of queued mail and webhooks that are sent now.' }),
        })
        .meta({ id: 'ReleasedDeliveries' }),
    }),
  );
