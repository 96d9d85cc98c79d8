import { z } from 'zod';
import type { Host } from '../../kit/host.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import { idParam } from '../../kit/http/paging.ts';
import { readStaleness } from '../../kit/staleness.ts';
import { alertBody, alertRecord, MAX_VIEW_ALERTS } from './schemas.ts';
import { deleteViewAlert, listOwnAlerts, setViewAlert } from './service.ts';

const byView = z.object({ savedviewid: idParam });
const byUser = z.object({
  userid: idParam
    .optional()
    .meta({ description: 'The user of the shared alert, for admins. Defaults to the caller.' }),
});
const access = 'login';

/** Returns the routes of the alerts that users make from saved views. */
export const viewAlertRoutes = (host: Host): Api =>
  api('/api/viewalerts')
    .get(
      '',
      ({ call }) => listOwnAlerts(host, call.actor.userid!),
      routeOptions({
        access,
        summary: 'List your alerts of saved views',
        responseSchema: alertRecord.array().max(MAX_VIEW_ALERTS),
      }),
    )
    .put(
      '/:savedviewid',
      ({ call: { context, req }, params, body: { ifmodifieddate, ...input } }) =>
        setViewAlert(host, context, { ...params, input, unless: readStaleness(req, ifmodifieddate) }),
      routeOptions({
        access,
        summary: 'Create or change your alert of a saved view',
        params: byView,
        body: alertBody,
        responseSchema: alertRecord,
      }),
    )
    .delete(
      '/:savedviewid',
      ({ call: { context, req }, params, query }) => {
        deleteViewAlert(host, context, { ...params, ...query, unless: readStaleness(req) });
        return { deleted: params.savedviewid };
      },
      routeOptions({
        access,
        summary: 'Delete your alert of a saved view. Admins can delete shared alerts of other users',
        params: byView,
        query: byUser,
        ifunmodified: true,
        responseSchema: z.object({ deleted: z.int() }),
      }),
    );
