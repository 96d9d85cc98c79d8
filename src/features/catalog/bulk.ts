import { z } from 'zod';
import type { WriteContext } from '../../kit/data/tx.ts';
import { invalid } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import type { Input } from '../../kit/resource/register.ts';
import type { Resource } from '../../kit/resource/resource.ts';
import { assets } from './asset-register.ts';
import { knownAsset } from './queries.ts';

const MAX_ROWS = 10_000;
/** Fields that differ from asset to asset cannot be set for many at once. */
const SINGULAR = ['assetnumber', 'serialnumber', 'ifmodifieddate', 'createddate', 'modifieddate'];

export function bulkBody(resource: Resource) {
  const update = resource.schemas.update as z.ZodObject;
  const shape = Object.fromEntries(Object.entries(update.shape).filter(([name]) => !SINGULAR.includes(name)));
  const changes = z.object(shape);
  return z
    .object({
      ids: z
        .array(z.int().positive())
        .min(1)
        .max(MAX_ROWS, `Change at most ${MAX_ROWS} assets at once.`)
        .optional(),
      filter: filterBody(resource).optional(),
      changes,
    })
    .refine((body) => (body.ids === undefined) !== (body.filter === undefined), {
      path: ['ids'],
      message: 'Name the assets by ids or by a filter, not both.',
    })
    .refine((body) => Object.values(body.changes).some((value) => value !== undefined), {
      path: ['changes'],
      message: 'Name at least one field to change.',
    });
}

/** The list's own filters. A name that the list does not know is refused: ignored, it would match every asset. */
function filterBody(resource: Resource) {
  const filters = (resource.schemas.list as z.ZodObject)
    .omit({ page: true, per_page: true, sort: true, dir: true, format: true })
    .strict();
  const asQuery = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String));
  return asQuery.pipe(filters as z.ZodType<Input, Record<string, string>>);
}

/** Sets exactly the given fields of every named asset in one transaction, with one history row for each change. */
export function bulkEdit(
  host: Host,
  context: WriteContext,
  body: { ids?: number[]; filter?: Input; changes: Input },
) {
  const resource = host.resource(assets);
  const ids = body.ids ? [...new Set(body.ids)] : resource.lister.ids(host.db, body.filter ?? {});
  if (ids.length > MAX_ROWS)
    throw invalid('filter', `The filter matches ${ids.length} assets; change at most ${MAX_ROWS} at once.`);
  return host.db.transact(context, (tx) => {
    const unknown = ids.filter((id) => !knownAsset.get(tx, { assetid: id }));
    if (unknown.length > 0)
      throw invalid('ids', `There is no asset with id ${unknown.slice(0, 5).join(', ')}.`);
    const columns = resource.writer.forMany(tx, body.changes);
    let changed = 0;
    for (const id of ids) if (tx.update(assets.table, id, columns)) changed++;
    const fields = Object.keys(body.changes);
    tx.audit({
      action: 'catalog.asset.bulkupdated',
      entitytype: 'asset',
      entityid: null,
      details: { count: changed, fields, values: body.changes },
    });
    return { matched: ids.length, changed };
  });
}
