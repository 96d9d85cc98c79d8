import type { Reader, Value } from '../../kit/data/reader.ts';
import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { invalid } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { addedKeyOf } from '../../kit/resource/added-fields.ts';
import type { Field } from '../../kit/resource/fields.ts';
import type { Register } from '../../kit/resource/register.ts';
import { assetRegister } from './asset-register.ts';
import type { AppendedTexts } from './bulk-append.ts';

/** Maximum number of values of a field in a preview. */
const MAX_VALUES = 10;

/** The values of one field before a bulk edit and after it. */
export interface FieldPreview {
  field: string;
  /** The most frequent values with their number of assets. The title is null for assets without a value. */
  before: { title: string | null; count: number }[];
  /** Number of assets with other values. */
  others: number;
  after: string | null;
  /** Number of assets that get another value. */
  changed: number;
}

/** Maximum number of assets on which a dry run tries the edit. */
const MAX_TRIED = 100;

interface PlannedEdit {
  host: Host;
  context: WriteContext;
  register: Register | undefined;
  ids: readonly number[];
  /** The names of the fields that the edit sets or adds to. */
  names: readonly string[];
  append: AppendedTexts;
}

/**
 * Returns what a bulk edit would change, field by field. Reads each field with one statement. Tries the edit on
 * the first assets, so that the values are those that it would store. Throws like the edit of these assets.
 */
export function previewBulkEdit(
  { host, context, register, ids, names, append }: PlannedEdit,
  setAll: (tx: Tx, assetid: number) => boolean,
): FieldPreview[] {
  if (ids.length === 0) return [];
  const countIn = (reader: Reader, some: readonly number[]) =>
    names.map((name) => countValues({ host, reader, register, ids: JSON.stringify(some) }, name));
  const before = host.db.read((reader) => countIn(reader, ids));
  const after = host.db.dryRun(context, (tx) => {
    for (const id of ids.slice(0, MAX_TRIED)) setAll(tx, id);
    return countIn(tx, ids.slice(0, 1));
  });
  return names.map((name, index) => {
    const preview = describeField(
      host,
      { name, field: fieldNamed(register, name) },
      before[index]!,
      after[index]![0]!.value,
    );
    const added = append[name];
    return added === undefined ? preview : { ...preview, after: `… ${added}`, changed: ids.length };
  });
}

const fieldNamed = (register: Register | undefined, name: string): Field | undefined =>
  register?.fields[name] ?? assetRegister.fields[name];

function describeField(
  host: Host,
  { name, field }: { name: string; field: Field | undefined },
  groups: readonly ValueCount[],
  next: Value,
): FieldPreview {
  const isSwitch = name === 'isactive' || field?.kind === 'boolean';
  const titleOf = (stored: Value) => (isSwitch ? toSwitchTitle(stored) : readTitle(host, field, stored));
  const shown = groups.slice(0, MAX_VALUES);
  const countOf = (rows: readonly ValueCount[]) => rows.reduce((sum, { n }) => sum + n, 0);
  return {
    field: name,
    before: shown.map((row) => ({ title: titleOf(row.value), count: row.n })),
    others: countOf(groups.slice(MAX_VALUES)),
    after: titleOf(next),
    changed: countOf(groups.filter((row) => row.value !== next)),
  };
}

/** A stored value with its number of assets. */
interface ValueCount {
  value: Value;
  n: number;
}

interface Counted {
  host: Host;
  reader: Reader;
  register: Register | undefined;
  /** The IDs of the assets as JSON. */
  ids: string;
}

/** Returns the stored values of a field among the assets, the most frequent first. */
function countValues({ host, reader, register, ids }: Counted, name: string): ValueCount[] {
  const key = addedKeyOf(name);
  if (key !== undefined) {
    const added = host.registers.addedFields?.find(reader, key, register?.asset?.type);
    if (!added) throw invalid(`changes.${name}`, 'There is no such custom field.');
    return reader.all<ValueCount>(
      `SELECT (SELECT value FROM ${added.table} WHERE ${added.isOwn} AND assetid = asset.value) AS value, count(*) AS n
        FROM json_each(?) AS asset GROUP BY 1 ORDER BY n DESC`,
      ids,
    );
  }
  const table = register && name in register.fields ? register.table : 'assets';
  return reader.all<ValueCount>(
    `SELECT ${name} AS value, count(*) AS n FROM ${table} WHERE assetid IN (SELECT value FROM json_each(?))
      GROUP BY ${name} COLLATE BINARY ORDER BY n DESC`,
    ids,
  );
}

const toSwitchTitle = (stored: Value): string | null =>
  stored === null ? null : stored === 1 ? 'Yes' : 'No';

function readTitle(host: Host, field: Field | undefined, stored: Value): string | null {
  if (stored === null) return null;
  if (field?.kind === 'ref' && field.ref && host.registers.has(field.ref.register)) {
    const target = host.registers.get(field.ref.register);
    const found = host
      .resource(target)
      .lister.findOne(host.db, `${target.table}.${target.id}`, stored as number);
    return found ? String(found[target.label]) : `#${stored}`;
  }
  return field?.options?.[String(stored)] ?? String(stored);
}
