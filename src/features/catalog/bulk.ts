import { z } from 'zod';
import { runBatchOperation } from '../../kit/audit/batch-operation.ts';
import { requireForUndo } from '../../kit/audit/require-for-undo.ts';
import type { Row } from '../../kit/data/reader.ts';
import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { invalid, invalidFields } from '../../kit/errors.ts';
import { findRepeatedName, foldName } from '../../kit/fold-name.ts';
import type { Host } from '../../kit/host.ts';
import { addedKeyOf, createMissingIssue, pickAddedValues } from '../../kit/resource/added-fields.ts';
import { joinValueList } from '../../kit/resource/filter-operators.ts';
import type { Input, Register } from '../../kit/resource/register.ts';
import type { Resource } from '../../kit/resource/resource.ts';
import { acceptNames } from '../../kit/resource/schemas.ts';
import { assetRegister } from './asset-register.ts';
import { type AppendedTexts, createAppender } from './bulk-append.ts';
import { type FieldPreview, previewBulkEdit } from './bulk-preview.ts';
import { findBulkRegister, isBulkTypeField, parseTypeChanges, withAssetName } from './bulk-type-fields.ts';
import { assetsOfOtherType, existingAssets } from './queries.ts';

const MAX_ROWS = 10_000;
/**
 * Maximum number of characters that one edit writes to all assets together, because the history stores them
 * once for each asset.
 */
const MAX_CHARACTERS = 8_000_000;
/** Maximum length of a text that is added to a field. */
const MAX_APPENDED = 10_000;
/** Fields whose values differ between assets, so that a bulk edit cannot set them. */
const SINGULAR = ['assetnumber', 'serialnumber', 'ifmodifieddate', 'createddate', 'modifieddate'];

/** Returns the schema of a bulk edit: either IDs or a filter of the list, and at least one field to set. */
export function bulkEditSchema(host: Host, resource: Resource) {
  const update = resource.schemas.update.unwrap();
  const shape = Object.fromEntries(Object.entries(update.shape).filter(([name]) => !SINGULAR.includes(name)));
  const changes = acceptNames(shape, (name) => addedKeyOf(name) !== undefined || isBulkTypeField(host, name));
  return z
    .object({
      ids: z
        .array(z.int().positive())
        .min(1)
        .max(MAX_ROWS, `Change at most ${MAX_ROWS} assets at once.`)
        .optional(),
      filter: filterBody(resource).optional(),
      changes: changes.default({}),
      append: z.record(z.string().max(128), z.string().trim().min(1).max(MAX_APPENDED)).default({}).meta({
        description:
          'Texts to add to text fields, by field: after a blank, and in fields of several lines on a new line.',
      }),
      register: z.string().max(64).optional().meta({
        description:
          'Name of the register of an asset type, such as `computers`. All assets have this type, and `changes` may contain its own fields.',
      }),
      dryrun: z.boolean().default(false).meta({
        description:
          'Tries the edit on the first 100 assets, returns the present values of the fields in `fields`, and changes nothing.',
      }),
    })
    .refine((body) => (body.ids === undefined) !== (body.filter === undefined), {
      path: ['ids'],
      message: 'Select the assets by ids or by a filter, not both.',
    })
    .refine((body) => listEditedFields(body).length > 0, {
      path: ['changes'],
      message: 'Enter at least one field to change.',
    });
}

/** Returns the names of the fields that an edit sets or adds to. */
const listEditedFields = ({ changes, append }: Pick<BulkEdit, 'changes' | 'append'>): string[] => [
  ...Object.keys(changes).filter((name) => changes[name] !== undefined),
  ...Object.keys(append),
];

const fieldPreview = z
  .object({
    field: z.string(),
    before: z
      .array(z.object({ title: z.string().nullable(), count: z.int() }))
      .meta({ description: 'The most frequent values with their number of assets; null without a value.' }),
    others: z.int().meta({ description: 'Number of assets with other values.' }),
    after: z.string().nullable().meta({ description: 'For an added text: an ellipsis and the text.' }),
    changed: z.int().meta({ description: 'Number of assets that get another value.' }),
  })
  .meta({ id: 'BulkFieldPreview' });

/** The result of a bulk edit. In a dry run, `changed` is the largest number of one field. */
export const bulkEditResult = z.object({
  matched: z.int(),
  changed: z.int(),
  fields: fieldPreview.array().optional().meta({ description: 'Only in a dry run.' }),
});

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

/** A validated bulk edit. */
interface BulkEdit {
  ids?: number[];
  filter?: Input;
  changes: Input;
  append: AppendedTexts;
  register?: string;
  dryrun?: boolean;
}

/**
 * Sets exactly the passed fields of all selected assets, or adds to their texts. Writes one audit row, and one
 * history row for each change. Returns how many assets were selected and how many of them changed. Throws 400
 * for an unknown ID, more than `MAX_ROWS` assets, or changes with more than `MAX_CHARACTERS` for all assets
 * together.
 */
export async function updateAssets(
  host: Host,
  context: WriteContext,
  body: BulkEdit,
): Promise<{ matched: number; changed: number; fields?: FieldPreview[] }> {
  const resource = host.resource(assetRegister);
  const ids = body.ids ? [...new Set(body.ids)] : resource.lister.listIds(host.db, body.filter ?? {});
  if (ids.length > MAX_ROWS)
    throw invalid('filter', `The filter matches ${ids.length} assets. Change at most ${MAX_ROWS} at once.`);
  const names = listEditedFields(body);
  refuseTwice(names);
  refuseTooMuch({ ...body.changes, ...body.append }, ids.length);
  refuseUnknown(host, ids);
  const register = body.register ? findBulkRegister(host, context.actor, body.register) : undefined;
  if (register) refuseOtherType(host, register, ids);
  const changes = splitChanges(host, resource, register, body.changes);
  refuseMissingOfNewType(host, ids, changes);
  const setAll = createSetter(host, resource, register, { ...changes, append: body.append, ids });
  if (body.dryrun) {
    const plan = { host, context, register, ids, names, append: body.append };
    const fields = previewBulkEdit(plan, setAll);
    return { matched: ids.length, changed: Math.max(0, ...fields.map((field) => field.changed)), fields };
  }
  let [next, changed] = [0, 0];
  const { value } = await runBatchOperation(
    host.db,
    register ? requireForUndo(context, register.can.edit) : context,
    {
      action: 'catalog.asset.bulkupdated',
      step: (tx) => {
        if (next < ids.length && setAll(tx, ids[next++]!)) changed++;
        return next < ids.length;
      },
      finish: () => ({ matched: ids.length, changed }),
      note: () => ({
        entitytype: 'asset',
        entityid: null,
        details: { count: ids.length, fields: names, values: { ...body.changes, ...body.append } },
      }),
    },
  );
  return value;
}

/** The changes by the place of their fields. */
interface SplitChanges {
  /** Fields of all assets. */
  own: Input;
  /** Fields of one asset type. */
  typed: Input;
  /** Custom fields by key. */
  custom: Input;
}

function splitChanges(
  host: Host,
  resource: Resource,
  register: Register | undefined,
  changes: Input,
): SplitChanges {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
  const { shape } = resource.schemas.update.unwrap();
  const own = entries.filter(([name]) => name in shape);
  const typed = entries.filter(([name]) => !(name in shape) && addedKeyOf(name) === undefined);
  return {
    own: Object.fromEntries(own),
    typed: parseTypeChanges(host, register, Object.fromEntries(typed)),
    custom: pickAddedValues(changes),
  };
}

/** Throws 400 when assets would get another type without a value in its required custom fields. */
function refuseMissingOfNewType(host: Host, ids: readonly number[], { own, custom }: SplitChanges): void {
  const { addedFields } = host.registers;
  const { assettypeid } = own;
  if (!addedFields || typeof assettypeid !== 'number') return;
  const set = new Set(Object.keys(custom).map(foldName));
  const issues = host.db.read((reader) => {
    const changed = assetsOfOtherType.all(reader, { ids: JSON.stringify(ids), assettypeid });
    const numbers = new Map(changed.map(({ assetid, assetnumber }) => [assetid, assetnumber]));
    return addedFields
      .listMissing(reader, assettypeid, [...numbers.keys()])
      .filter(({ key }) => !set.has(foldName(key)))
      .map(({ key, title, assetids }) => ({
        path: `changes.${createMissingIssue(key, title).path}`,
        message: `${title} is required for ${formatAssets(assetids.map((assetid) => numbers.get(assetid)!))}.`,
      }));
  });
  if (issues.length > 0) throw invalidFields(issues);
}

/** Maximum number of assets that a message names. */
const MAX_NAMED = 3;

/** Returns the number of assets and some of their asset numbers: `40 assets, such as PC-1, PC-2, PC-3`. */
function formatAssets(numbers: readonly string[]): string {
  const named = numbers.slice(0, MAX_NAMED).join(', ');
  if (numbers.length === 1) return named;
  return `${numbers.length} assets${numbers.length > MAX_NAMED ? ', such as' : ':'} ${named}`;
}

/** Throws 400 when a field is both set and added to, or two names of custom fields differ only in letter case. */
function refuseTwice(names: readonly string[]): void {
  const twice = findRepeatedName(names);
  if (twice !== undefined) throw invalid(`changes.${twice}`, 'The field is listed twice. Enter it once.');
}

/** Returns the function that applies the changes to one asset. It returns whether anything changed. */
function createSetter(
  host: Host,
  resource: Resource,
  register: Register | undefined,
  { own, typed, custom, append, ids }: SplitChanges & { append: AppendedTexts; ids: readonly number[] },
): (tx: Tx, assetid: number) => boolean {
  const addTo = createAppender({ host, resource, register }, append, ids);
  let columns: Row | undefined;
  return (tx, assetid) =>
    withAssetName(tx, assetid, () => {
      const added = addTo(tx, assetid);
      columns ??= resource.writer.forMany(tx, own);
      const ownUpdated = tx.update(assetRegister.table, assetid, { ...columns, ...added.own }) !== undefined;
      const typedUpdated = setTyped(host, tx, register, assetid, { ...typed, ...added.typed });
      const addedFields = host.registers.addedFields;
      const isSet = (values: Input, path: string) =>
        Object.keys(values).length > 0 && addedFields!.setValues(tx, assetid, values, `${path}.cf_`);
      const customUpdated = [isSet(custom, 'changes'), isSet(added.custom, 'append')].includes(true);
      return ownUpdated || typedUpdated || customUpdated;
    });
}

/** Sets fields of the asset type. Returns whether anything changed. */
function setTyped(
  host: Host,
  tx: Tx,
  register: Register | undefined,
  assetid: number,
  values: Input,
): boolean {
  if (!register || Object.keys(values).length === 0) return false;
  const mark = tx.journal.length;
  const { table, id } = register;
  const recordid = tx.value<number>(`SELECT ${id} FROM ${table} WHERE assetid = ?`, assetid)!;
  host.resource(register).writer.updateIn(tx, recordid, { ...values });
  return tx.journal.length > mark;
}

/** Throws 400 when an asset is of another type than the register. */
function refuseOtherType(host: Host, { table, one }: Register, ids: readonly number[]): void {
  const other = host.db.read((reader) =>
    reader.get<{ assetnumber: string }>(
      `SELECT assetnumber FROM assets WHERE assetid IN (SELECT value FROM json_each(?))
        AND assetid NOT IN (SELECT assetid FROM ${table}) LIMIT 1`,
      JSON.stringify(ids),
    ),
  );
  if (other) throw invalid('register', `${other.assetnumber} is of another type than ${one}. Leave it out.`);
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
