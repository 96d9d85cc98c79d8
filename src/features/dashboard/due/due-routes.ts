import type { Host } from '../../../kit/host.ts';
import { type Api, api, routeOptions } from '../../../kit/http/api.ts';
import { countDueItems, listDueItems } from './due-list.ts';
import { dueCountsQuery, dueCountsRecord, dueItemRecord, dueListQuery } from './due-schemas.ts';

/** Returns the routes of the list of everything that is due. */
export const dueRoutes = (host: Host): Api =>
  api('/api/dashboard/due')
    .get(
      '',
      ({ call: { actor }, query }) => listDueItems(host, actor, query),
      routeOptions({
        access: 'optional',
        summary: 'Items of all kinds that are overdue or due within some days',
        query: dueListQuery(host),
        responseSchema: dueItemRecord.array(),
        paged: true,
      }),
    )
    .get(
      '/counts',
      ({ call: { actor }, query }) => countDueItems(host, actor, query),
      routeOptions({
        access: 'optional',
        summary: 'Number of items that are overdue, due in 7 days and due in 30 days',
        query: dueCountsQuery(host),
        responseSchema: dueCountsRecord,
      }),
    );
