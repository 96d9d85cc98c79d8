import { z } from 'zod';
import type { Actor } from '../../../src/kit/actor.ts';
import { notFound } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { timeSortedById } from '../../../src/kit/list/list-column.ts';
import { ListColumns } from '../../../src/kit/list/list-columns.ts';
import { readListPage } from '../../../src/kit/list/list-page.ts';
import { alertOf } from './queries.ts';

export const acknowledgment = z
  .object({
    assetid: z.int(),
    assetnumber: z.string(),
    hostname: z.string().nullable(),
    acknowledgeddate: z.iso.datetime(),
  })
  .meta({ id: 'AlertAcknowledgement' });
const acknowledgmentColumns = new ListColumns({
  hasSearch: true,
  ids: ['k.endpointalertackid'],
  sort: 'acknowledgeddate',
  dir: 'desc',
  columns: {
    assetid: { kind: 'ref', operand: 'k.assetid' },
    assetnumber: { kind: 'text', operand: 'a.assetnumber', order: ['a.assetnumbersortkey'] },
    hostname: {
      kind: 'text',
      operand: 'c.hostname',
      isIndexed: true,
      order: ['c.hostnamesortkey IS NULL', 'c.hostnamesortkey'],
    },
    acknowledgeddate: timeSortedById('k.createddate', 'k.endpointalertackid'),
  },
});

export const acknowledgmentQuery = acknowledgmentColumns.createQuery({
  sort: z
    .enum([...Object.keys(acknowledgmentColumns.columns), 'createddate'])
    .optional()
    .meta({ description: 'createddate: the former name of acknowledgeddate.' }),
});

/**
 * Lists the PCs on which a user acknowledged an alert, the newest first by default. Throws 404 for an unknown
 * notification.
 */
export function listAcknowledgments(
  host: Host,
  actor: Actor,
  notificationid: number,
  { sort, ...query }: z.output<typeof acknowledgmentQuery>,
) {
  if (!host.db.read((reader) => alertOf.get(reader, { notificationid }))) throw notFound('Notice');
  return readListPage<z.output<typeof acknowledgment>>(
    host.db,
    acknowledgmentColumns,
    () => ({
      from: `endpointalertacks k JOIN assets a ON a.assetid = k.assetid
        LEFT JOIN computers c ON c.assetid = k.assetid`,
      id: 'k.endpointalertackid',
      conditions: [{ sql: 'k.notificationid = ?', params: [notificationid] }],
    }),
    { query: { ...query, sort: sort === 'createddate' ? undefined : sort }, actor },
  );
}
