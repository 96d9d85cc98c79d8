import { z } from 'zod';
import { runBatchOperation } from '../../kit/audit/batch-operation.ts';
import type { Row } from '../../kit/data/reader.ts';
import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { invalid } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { addedKeyOf } from '../../kit/resource/added-fields.ts';
import { joinValueList } from '../../kit/resource/filter-operators.ts';
import type { Input } from '../../kit/resource/register.ts';
import type { Resource } from '../../kit/resource/resource.ts';
import { acceptNames } from '../../kit/resource/schemas.ts';
import { assetRegister } from './asset-register.ts';
import { existingAssets } from './queries.ts';

const MAX_ROWS = 10_000;
/**
 * Maximum number of characters that one edit writes to all assets together, because the history stores them
 * once for each asset.
 */
const MAX_CHARACTERS = 8_000_000;
/** Fields whose values differ between assets, so that a bulk edit cannot set them. */
const SINGULAR = ['assetnumber', 'serialnumber', 'ifmodifieddate', 'createddate', 'modifieddate'];

/** Returns the schema of a bulk edit: either IDs or a filter of the list, and at least one field to set. */
export function bulkEditSchema(resource: Resource) {
  const update = resource.schemas.update.unwrap();
  const shape = Object.fromEntries(Object.entries(update.shape).filter(([name]) => !SINGULAR.includes(name)));
  const changes = acceptNames(shape, (name) => addedKeyOf(name) !== undefined);
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
      message: 'Select the assets by ids or by a filter, not both.',
    })
    .refine((body) => Object.values(body.changes).some((value) => value !== undefined), {
      path: ['changes'],
      message: 'Enter at least one field to change.',
    });
}

/** Filters that do not narrow a list by themselves. */
const BROAD_FILTERS = new Set(['active', 'exact']);

/**
 * Returns the schema of a filter: the filters of the list. Rejects unknown names, because an ignored filter
 * would match every asset. Rejects a filter of `BROAD_FILTERS` or empty values alone.
 */
function filterBody(resource: Resource) {
  const filters = resource.schemas.listWith({
    omit: ['page', 'per_page', 'sort', 'dir', 'format', 'bom', 'columns'],
    isStrict: true,
  });
  const value = z.union([z.string(), z.number(), z.boolean()]).transform(String);
  const list = value.array().max(MAX_ROWS).transform(joinValueList);
  const asQuery = z.record(z.string(), z.union([value, list]));
  // An empty filter would match every asset of the plant, perhaps by mistake.
  const notEmpty = asQuery.refine(
    (filter) =>
      Object.entries(filter).some(([name, value]) => !BROAD_FILTERS.has(name) && value.trim() !== ''),
    'Enter at least one filter.',
  );
  return notEmpty.pipe(filters as z.ZodType<Input, Record<string, string>>);
}

/**
 * Sets exactly the passed fields of all selected assets. Writes one audit row, and one history row for each
 * change. Returns how many assets were selected and how many of them changed. Throws 400 for an unknown ID,
 * more than `MAX_ROWS` assets, or changes with more than `MAX_CHARACTERS` for all assets together.
 */
export async function updateAssets(
  host: Host,
  context: WriteContext,
  body: { ids?: number[]; filter?: Input; changes: Input },
): Promise<{ matched: number; changed: number }> {
  const resource = host.resource(assetRegister);
  const ids = body.ids ? [...new Set(body.ids)] : resource.lister.listIds(host.db, body.filter ?? {});
  if (ids.length > MAX_ROWS)
    throw invalid('filter', `The filter matches ${ids.length} assets. Change at most ${MAX_ROWS} at once.`);
  refuseTooMuch(body.changes, ids.length);
  refuseUnknown(host, ids);
  const setAll = createSetter(host, resource, body.changes);
  let [next, changed] = [0, 0];
  const { value } = await runBatchOperation(host.db, context, {
    action: 'catalog.asset.bulkupdated',
    step: (tx) => {
      if (next < ids.length && setAll(tx, ids[next++]!)) changed++;
      return next < ids.length;
    },
    finish: () => ({ matched: ids.length, changed }),
    note: () => ({
      entitytype: 'asset',
      entityid: null,
      details: { count: ids.length, fields: Object.keys(body.changes), values: body.changes },
    }),
  });
  return value;
}

/** Returns the function that applies the changes to one asset. It returns whether anything changed. */
function createSetter(host: Host, resource: Resource, changes: Input): (tx: Tx, assetid: number) => boolean {
  const entries = Object.entries(changes);
  const own = Object.fromEntries(entries.filter(([name]) => addedKeyOf(name) === undefined));
  const custom = entries.flatMap(([name, value]) => {
    const key = addedKeyOf(name);
    return key === undefined || value === undefined ? [] : [[key, value] as const];
  });
  let columns: Row | undefined;
  return (tx, assetid) => {
    columns ??= resource.writer.forMany(tx, own);
    const isUpdated = tx.update(assetRegister.table, assetid, columns) !== undefined;
    if (custom.length === 0) return isUpdated;
    const source = host.registers.addedFields;
    return source!.setValues(tx, assetid, Object.fromEntries(custom), 'changes.cf_') || isUpdated;
  };
}

function refuseTooMuch(changes: Input, count: number): void {
  const longest = Math.floor(MAX_CHARACTERS / count);
  const { length } = JSON.stringify(changes);
  if (length <= longest) return;
  throw invalid(
    'changes',
    `The text has ${length} characters for each of ${count} assets. Enter at most ${longest} characters, or change fewer assets.`,
  );
}

function refuseUnknown(host: Host, ids: readonly number[]): void {
  const existing = host.db.read((reader) => existingAssets.all(reader, { ids: JSON.stringify(ids) }));
  if (existing.length === ids.length) return;
  const there = new Set(existing.map(({ assetid }) => assetid));
  const unknown = ids.filter((id) => !there.has(id));
  throw invalid('ids', `No asset has the ID ${unknown.slice(0, 5).join(', ')}.`);
}
