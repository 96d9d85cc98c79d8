import { z } from 'zod';
import type { Host } from '../../kit/host.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import { idParam } from '../../kit/http/paging.ts';
import { instantSchema } from '../../kit/resource/validate.ts';
import { readStaleness } from '../../kit/staleness.ts';
import { deleteViewAlert, listOwnAlerts, setViewAlert } from './service.ts';

/** Maximum number of alerts of one user, and of all users together. Each is counted for the dashboard. */
export const MAX_VIEW_ALERTS = 10;
export const MAX_ALL_VIEW_ALERTS = 200;

const fields = {
  title: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(120)
    .regex(/^\P{Cc}*$/u, 'Control characters are not allowed.')
    .refine((text) => text.isWellFormed(), 'The text contains an incomplete character.'),
  comparison: z.enum(['more', 'fewer']).meta({
    description: '`more`: open with more rows than the threshold. `fewer`: open with fewer.',
  }),
  threshold: z
    .int('Enter a whole number.')
    .min(0, 'Enter a number from 0 to 1000000.')
    .max(1_000_000, 'Enter a number from 0 to 1000000.'),
  severity: z.enum(['info', 'warning', 'critical']),
};

const alertInput = z.object({
  ...fields,
  isshared: z.boolean().optional().meta({
    description:
      'Shows it to all users who may read the list, while the view is shared. Needs `views.share`.',
  }),
});
export type ViewAlertInput = z.output<typeof alertInput>;
const alertBody = alertInput
  .extend({ ifmodifieddate: instantSchema.optional() })
  .meta({ id: 'ViewAlertInput' });

const alertRecord = z
  .object({
    viewalertid: z.int(),
    savedviewid: z.int(),
    userid: z.int(),
    ...fields,
    isshared: z.boolean(),
    createddate: z.iso.datetime(),
    modifieddate: z.iso.datetime(),
  })
  .meta({ id: 'ViewAlert' });
export type ViewAlertRecord = z.output<typeof alertRecord>;

const byView = z.object({ savedviewid: idParam });
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
      ({ call: { context, req }, params }) => {
        deleteViewAlert(host, context, { ...params, unless: readStaleness(req) });
        return { deleted: params.savedviewid };
      },
      routeOptions({
        access,
        summary: 'Delete your alert of a saved view',
        params: byView,
        ifunmodified: true,
        responseSchema: z.object({ deleted: z.int() }),
      }),
    );
