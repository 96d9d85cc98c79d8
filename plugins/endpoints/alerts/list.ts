import { z } from 'zod';
import { notFound } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { datedQuery, pageOf, pagingOf } from '../../../src/kit/http/paging.ts';
import { alertOf } from './queries.ts';

export const acknowledgment = z
  .object({
    assetid: z.int(),
    assetnumber: z.string(),
    hostname: z.string().nullable(),
    acknowledgeddate: z.iso.datetime(),
  })
  .meta({ id: 'AlertAcknowledgement' });
export const acknowledgmentQuery = z.object(datedQuery);

/**
 * Lists the PCs on which a user acknowledged an alert, the newest first by default. Throws 404 for an unknown
 * notification.
 */
export function listAcknowledgments(
  host: Host,
  notificationid: number,
  query: z.output<typeof acknowledgmentQuery>,
) {
  const paging = pagingOf(query);
  return host.db.read((reader) => {
    if (!alertOf.get(reader, { notificationid })) throw notFound('Notice');
    const rows = reader.all<z.output<typeof acknowledgment>>(
      `SELECT k.assetid, a.assetnumber, c.hostname, k.createddate AS acknowledgeddate
       FROM endpointalertacks k JOIN assets a ON a.assetid = k.assetid LEFT JOIN computers c ON c.assetid = k.assetid
       WHERE k.notificationid = ? ORDER BY k.endpointalertackid ${query.dir ?? 'desc'} LIMIT ? OFFSET ?`,
      notificationid,
      paging.perpage,
      paging.offset,
    );
    const total = host.db.count('SELECT count(*) FROM endpointalertacks WHERE notificationid = ?', [
      notificationid,
    ]);
    return pageOf(rows, total, paging);
  });
}
