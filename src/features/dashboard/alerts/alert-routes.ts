import { z } from 'zod';
import type { AttentionCount } from '../../../kit/contributions.ts';
import type { Host } from '../../../kit/host.ts';
import { type Api, api, routeOptions } from '../../../kit/http/api.ts';
import { searchText } from '../../../kit/http/paging.ts';
import { readStaleness } from '../../../kit/staleness.ts';
import { ASSIGN, alertPlace, assigneeRecord, assignmentBody, assignmentRecord } from './alert-schemas.ts';
import { assignAlert, listAssignees, MAX_ASSIGNEES, removeAssignment } from './assign-alert.ts';
import { listAlertPlaces } from './list-alert-places.ts';
import { MAX_PLACES } from './places.ts';

const byKey = z.object({ alertkey: z.string().max(100) });

/** Returns the routes of one alert: its places, and to whom it is assigned. */
export const alertRoutes = (host: Host, rules: readonly AttentionCount[]): Api =>
  api('/api/dashboard/alerts/:alertkey')
    .get(
      '/places',
      ({ call: { actor }, params }) => listAlertPlaces(host, rules, actor, params.alertkey),
      routeOptions({
        access: 'optional',
        summary: `Counts of an alert at the places of the plant, with their trends; at most ${MAX_PLACES}`,
        params: byKey,
        responseSchema: alertPlace.array().max(MAX_PLACES),
      }),
    )
    .get(
      '/assignees',
      ({ call: { actor }, params, query }) =>
        listAssignees(host, rules, actor, { key: params.alertkey, search: query.search }),
      routeOptions({
        access: ASSIGN,
        summary: `At most ${MAX_ASSIGNEES} active users to whom an alert can be assigned`,
        params: byKey,
        query: z.object({ search: searchText.optional() }),
        responseSchema: assigneeRecord.array().max(MAX_ASSIGNEES),
      }),
    )
    .put(
      '',
      ({ call: { context, req }, params, body: { ifmodifieddate, ...input } }) => {
        const unless = readStaleness(req, ifmodifieddate);
        return assignAlert(host, context, rules, { key: params.alertkey, input, unless });
      },
      routeOptions({
        access: ASSIGN,
        summary: 'Assign an alert to a user, who gets a mail',
        params: byKey,
        body: assignmentBody,
        responseSchema: assignmentRecord,
      }),
    )
    .delete(
      '',
      ({ call: { context, req }, params: { alertkey } }) => {
        removeAssignment(host, context, rules, { key: alertkey, unless: readStaleness(req) });
        return { deleted: alertkey };
      },
      routeOptions({
        access: ASSIGN,
        summary: 'Remove the assignment of an alert',
        params: byKey,
        ifunmodified: true,
        responseSchema: z.object({ deleted: z.string() }),
      }),
    );
