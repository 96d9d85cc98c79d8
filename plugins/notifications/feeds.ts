import { z } from 'zod';
import type { RowOf } from '../../src/kit/data/query.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import { idParam } from '../../src/kit/http/paging.ts';
import { employeeNotifications, shopfloorNotifications } from './queries.ts';

const UPCOMING_HOURS = 72;

const row = z.object({
  notificationid: z.int(),
  notification: z.string(),
  notificationtype: z.string().nullable(),
  color: z.string().nullable(),
  businessunitid: z.int().nullable(),
  starttime: z.iso.datetime().nullable(),
  endtime: z.iso.datetime().nullable(),
  ticketnumber: z.string().nullable(),
  link: z.string().nullable(),
  alertfleet: z.boolean().meta({
    description:
      'The notice is also shown on PCs. While one is current, shop floor displays show only such notices.',
  }),
});
const feed = z.object({ current: row.array(), upcoming: row.array() }).meta({ id: 'NotificationFeed' });

/** Returns the notices that apply now, and those that begin within the next three days. */
function feedOf(
  host: Host,
  rows: (reader: Reader, times: { at: string; until: string }) => RowOf<typeof shopfloorNotifications>[],
): z.output<typeof feed> {
  return host.db.read((reader) => {
    const { at } = reader;
    const until = new Date(Date.parse(at) + UPCOMING_HOURS * 3_600_000).toISOString();
    const all = rows(reader, { at, until }).map((one) => ({ ...one, alertfleet: one.alertfleet === 1 }));
    const hasBegun = ({ starttime }: { starttime: string | null }) => starttime === null || starttime <= at;
    return { current: all.filter(hasBegun), upcoming: all.filter((one) => !hasBegun(one)) };
  });
}

/** Routes for the notices of shop floor displays and of one employee. */
export const feedRoutes = (host: Host): Api =>
  api('/api/notifications')
    .get(
      '/shopfloor',
      ({ query }) => {
        const unitId = query.businessunitid ?? query.business_unit_id;
        return feedOf(host, (reader, times) =>
          shopfloorNotifications
            .all(reader, times)
            .filter(({ businessunitid }) => unitId === undefined || (businessunitid ?? unitId) === unitId),
        );
      },
      routeOptions({
        access: 'open',
        summary: 'List the notices for shop floor displays, now and within three days',
        query: z.object({
          businessunitid: idParam
            .optional()
            .meta({ description: 'Notices for this business unit and for all units.' }),
          business_unit_id: idParam.optional(),
        }),
        responseSchema: feed,
      }),
    )
    .get(
      '/employee/:sso',
      ({ params }) =>
        feedOf(host, (reader, times) => employeeNotifications.all(reader, { ...times, sso: params.sso })),
      routeOptions({
        access: 'open',
        summary: 'List the notices for one employee, now and within three days',
        params: z.object({ sso: z.string().min(1).max(60) }),
        responseSchema: feed,
      }),
    );
