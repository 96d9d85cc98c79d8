import type { Reader, Value } from '../../kit/data/reader.ts';
import { invalid } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { addedKeyOf } from '../../kit/resource/added-fields.ts';
import type { Field } from '../../kit/resource/fields.ts';
import type { Input, Register } from '../../kit/resource/register.ts';
import { assetRegister } from './asset-register.ts';

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

/** Returns what a bulk edit would change, field by field. Reads each field with one statement. */
export function previewBulkEdit(
  host: Host,
  register: Register | undefined,
  ids: readonly number[],
  changes: Input,
): FieldPreview[] {
  return host.db.read((reader) =>
    Object.entries(changes)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) =>
        previewField({ host, reader, register, ids: JSON.stringify(ids) }, name, value),
      ),
  );
}

interface Preview {
  host: Host;
  reader: Reader;
  register: Register | undefined;
  ids: string;
}

function previewField(preview: Preview, name: string, value: unknown): FieldPreview {
  const { host, register } = preview;
  const field = register?.fields[name] ?? assetRegister.fields[name];
  const groups = countValues(preview, name);
  const titleOf = (stored: Value) => readTitle(host, field, stored);
  const next = toStored(value, addedKeyOf(name) !== undefined);
  const shown = groups.slice(0, MAX_VALUES);
  const countOf = (rows: { n: number }[]) => rows.reduce((sum, { n }) => sum + n, 0);
  return {
    field: name,
    before: shown.map((row) => ({ title: titleOf(row.value), count: row.n })),
    others: countOf(groups.slice(MAX_VALUES)),
    after: titleOf(next),
    changed: countOf(groups.filter((row) => row.value !== next)),
  };
}

/** Returns the stored values of a field among the assets, the most frequent first. */
function countValues({ host, reader, register, ids }: Preview, name: string) {
  type Group = { value: Value; n: number };
  const key = addedKeyOf(name);
  if (key !== undefined) {
    const added = host.registers.addedFields?.find(reader, key, register?.asset?.type);
    if (!added) throw invalid(`changes.${name}`, 'There is no such custom field.');
    return reader.all<Group>(
      `SELECT (SELECT value FROM ${added.table} WHERE ${added.isOwn} AND assetid = asset.value) AS value, count(*) AS n
        FROM json_each(?) AS asset GROUP BY 1 ORDER BY n DESC`,
      ids,
    );
  }
  const table = register && name in register.fields ? register.table : 'assets';
  return reader.all<Group>(
    `SELECT ${name} AS value, count(*) AS n FROM ${table} WHERE assetid IN (SELECT value FROM json_each(?))
      GROUP BY ${name} COLLATE BINARY ORDER BY n DESC`,
    ids,
  );
}

function toStored(value: unknown, isText: boolean): Value {
  if (value === null || value === undefined) return null;
  if (isText) return String(value);
  return typeof value === 'boolean' ? Number(value) : (value as Value);
}

function readTitle(host: Host, field: Field | undefined, stored: Value): string | null {
  if (stored === null) return null;
  if (field?.kind === 'boolean') return stored === 1 ? 'Yes' : 'No';
  if (field?.kind === 'ref' && field.ref && host.registers.has(field.ref.register)) {
    const target = host.registers.get(field.ref.register);
    const found = host
      .resource(target)
      .lister.findOne(host.db, `${target.table}.${target.id}`, stored as number);
    return found ? String(found[target.label]) : `#${stored}`;
  }
  return field?.options?.[String(stored)] ?? String(stored);
}
