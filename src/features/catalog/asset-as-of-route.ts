import { z } from 'zod';
import { canSeePersonalData } from '../../kit/actor.ts';
import { invalid } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { signInRequiredError } from '../../kit/http/access.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import { idParam } from '../../kit/http/paging.ts';
import { parseTime } from '../../kit/resource/filter-values.ts';
import { assetAsOf, readAssetAsOf } from './asset-as-of.ts';
import { assetRegister } from './asset-register.ts';

/**
 * Creates the route that returns an asset as it was at a time. Throws 400 for a time in the
 * future.
 */
export const assetAsOfRoute = (host: Host): Api =>
  api('/api/assets').get(
    '/:assetid/history/asof',
    ({ call: { actor }, params: { assetid }, query }) => {
      if (!canSeePersonalData(actor)) throw signInRequiredError();
      const asset = host.resource(assetRegister).get(assetid);
      return readAssetAsOf(host, actor, asset, readTime(host, query.date));
    },
    routeOptions({
      access: 'optional',
      summary: 'Fields of an asset, and the rows that belong to it, as they were at a time in the past',
      params: z.object({ assetid: idParam }),
      query: z.object({
        date: z
          .string()
          .max(64)
          .meta({ description: 'A day (its end in the time zone of the plant) or an instant.' }),
      }),
      responseSchema: assetAsOf,
    }),
  );

/** Returns the instant; for a day its end, or the current time today. */
function readTime({ clock }: Host, text: string): string {
  const { from, to } = parseTime('date', text);
  const now = clock.now().toISOString();
  if (from > now) throw invalid('date', 'Use a time in the past.');
  return to > now ? now : to;
}
