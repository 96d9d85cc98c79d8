import { z } from 'zod';
import { runBatchOperation } from '../audit/batch-operation.ts';
import type { Reader, Row } from '../data/reader.ts';
import type { Schema } from '../data/schema.ts';
import type { Tx, WriteContext } from '../data/tx.ts';
import { invalid, notFound } from '../errors.ts';
import type { Host } from '../host.ts';
import { type Api, api, routeOptions } from '../http/api.ts';
import type { Register } from '../resource/register.ts';
import { RowMerge } from '../resource/row-merge.ts';
import { subtreeOf } from '../resource/subtree.ts';
import { toSentenceForm } from '../sentence-form.ts';

const body = z.object({
  into: z.int().positive().meta({ description: 'ID of the record to merge into.' }),
  dryrun: z
    .boolean()
    .optional()
    .meta({ description: 'Returns what a merge would move, and changes nothing.' }),
});

const answers = z
  .looseObject({
    into: z.int(),
    dryrun: z.boolean(),
    references: z.record(z.string(), z.int()).meta({ description: 'Number of moved rows by kind.' }),
  })
  .meta({ id: 'Merge' });

/**
 * Returns the route `POST <path>/{id}/merge` of a register whose records users may enter twice. It moves the
 * references to one record to another one and deletes the first. With `dryrun`, it only counts the
 * references.
 */
export function mergeRoute(host: Host, register: Register): Api {
  const one = toSentenceForm(register.one);
  return api(`/api${register.path}`).post(
    `/:${register.id}/merge`,
    ({ call: { context }, params, body }) => {
      const gone = params[register.id]!;
      const references = preview(host, register, gone, body.into);
      if (!body.dryrun) return merge(host, context, register, { gone, into: body.into });
      return { into: body.into, dryrun: true, references };
    },
    routeOptions({
      access: register.can.delete,
      summary: `Merge ${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one} into another one`,
      params: host.resource(register).schemas.params,
      body,
      responseSchema: answers,
    }),
  );
}

/**
 * Returns the number of references to the removed record, by kind. Throws 404 or 400 for records that cannot
 * be merged.
 */
function preview(host: Host, register: Register, gone: number, into: number): Record<string, number> {
  return host.db.read((reader) => {
    const row = (id: number) =>
      reader.get<Row>(`SELECT * FROM ${register.table} WHERE ${register.id} = ?`, id);
    if (!row(gone)) throw notFound(register.one);
    if (gone === into) throw invalid('into', 'A record cannot be merged into itself. Select another one.');
    if (!row(into)) throw invalid('into', `No ${toSentenceForm(register.one)} has the ID ${into}.`);
    const isTree = Object.values(register.fields).some(({ ref }) => ref?.register === register.name);
    if (isTree && subtreeOf(reader, register, gone).includes(into))
      throw invalid('into', 'This record contains that one. Merge in the other direction.');
    return referencesOf(reader, host, register, gone);
  });
}

function referencesOf(reader: Reader, host: Host, { table }: Register, id: number): Record<string, number> {
  const counts: Record<string, number> = {};
  const schema: Schema = host.db.schema;
  for (const { table: other, column } of schema.keysTo(table)) {
    const n = reader.value<number>(`SELECT count(*) FROM ${other} WHERE ${column} = ?`, id) ?? 0;
    const kind = host.registers.findByTable(other)?.name ?? other;
    if (n > 0) counts[kind] = (counts[kind] ?? 0) + n;
  }
  return counts;
}

/**
 * Writes both records first, so that a concurrent merge, change or deletion of one of them conflicts before
 * any row moves. Locks the removed record, so that no other transaction refers to it any more.
 */
function begin(
  tx: Tx,
  merging: RowMerge,
  { table }: Register,
  { gone, into }: { gone: number; into: number },
): void {
  tx.rowLocks?.lock(table, gone);
  for (const id of [gone, into]) if (tx.row(table, id)) tx.bumpModified(table, id);
  merging.begin(tx, table, gone, into);
}

/**
 * Merges in time slices, because 100,000 assets may refer to one vendor. Creates one audit row, which one
 * undo reverts.
 */
async function merge(
  host: Host,
  context: WriteContext,
  register: Register,
  { gone, into }: { gone: number; into: number },
) {
  const merging = new RowMerge(host.registers);
  const readLabel = (id: number) => host.resource(register).get(id)[register.label];
  const names = { merged: readLabel(gone), into: readLabel(into) };
  let isBegun = false;
  const { value } = await runBatchOperation(host.db, context, {
    action: `${register.audit}.merged`,
    step: (tx) => {
      if (!isBegun) begin(tx, merging, register, { gone, into });
      isBegun = true;
      return merging.step(tx);
    },
    finish: () => ({ into, dryrun: false, references: Object.fromEntries(merging.moved) }),
    note: () => ({ entitytype: register.audit.split('.')[1]!, entityid: into, details: names }),
  });
  return value;
}
