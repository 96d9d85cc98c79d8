import { z } from 'zod';
import { getInstantDaysAgo } from '../../kit/clock.ts';
import type { Reader, Row } from '../../kit/data/reader.ts';
import type { Host } from '../../kit/host.ts';
import { isSameAssetType, type RecordOut, type Register } from '../../kit/resource/register.ts';
import { formatStoredValue, type ShownField } from '../audit/index.ts';
import { assetRegister } from './asset-register.ts';
import { CUSTOM_FIELD, shownFieldOf } from './history.ts';
import { changesAfter } from './history-queries.ts';
import type { AssetChange } from './tables.ts';

const fieldAsOf = z.object({
  field: z.string(),
  title: z.string(),
  kind: z.string(),
  unit: z.string().nullable(),
  value: z.any().meta({ description: 'The value at that time.' }),
  valuetext: z.string().nullable().meta({ description: 'The name of the record that `value` refers to.' }),
  now: z.any().meta({ description: 'The current value.' }),
  nowtext: z.string().nullable(),
  ischanged: z
    .boolean()
    .meta({ description: 'Whether the value changed since then, even if it is the same.' }),
});
type FieldAsOf = z.output<typeof fieldAsOf>;

export const assetAsOf = z
  .object({
    assetid: z.int(),
    asof: z.iso.datetime(),
    existed: z
      .boolean()
      .meta({ description: 'False before the asset was created. Then there are no fields.' }),
    keptsince: z.iso.datetime().nullable().meta({
      description: 'Changes before this time are deleted; null when none are. Earlier values can be missing.',
    }),
    fields: fieldAsOf.array(),
  })
  .meta({ id: 'AssetAsOf' });
export type AssetAsOf = z.output<typeof assetAsOf>;

/** Returns the fields of an asset, the custom ones among them, as they were at an instant in the past. */
export function readAssetAsOf(host: Host, asset: RecordOut, at: string): AssetAsOf {
  const assetid = asset.assetid as number;
  const days = host.settings.integer('history_days');
  const keptsince = days > 0 ? getInstantDaysAgo(host.clock, days) : null;
  const existed = (asset.createddate as string) <= at;
  return host.db.read((reader) => {
    const changes = existed ? changesAfter.all(reader, { assetid, after: at }) : [];
    const fields = existed
      ? [
          ...listRecordFields(host, reader, asset, changes),
          ...listCustomFields(host, reader, assetid, changes),
        ]
      : [];
    return { assetid, asof: at, existed, keptsince, fields };
  });
}

/** Returns the fields of the asset and of the record of its type that have a value now or had one then. */
function listRecordFields(
  host: Host,
  reader: Reader,
  { assetid, assettype }: RecordOut,
  changes: readonly AssetChange[],
): FieldAsOf[] {
  const registers = host.registers
    .all()
    .filter((one) => one === assetRegister || (one.asset && isSameAssetType(one.asset.type, assettype)));
  return registers.flatMap((register) => {
    const row = reader.get(`SELECT * FROM ${register.table} WHERE assetid = ?`, assetid as number);
    if (!row) return [];
    return listStoredFields(host, register).flatMap(([name, field]) => {
      const later = changes.find(
        (one) => one.field === name && (one.tablename ?? register.table) === register.table,
      );
      return toFieldAsOf(host, reader, { name, field, later, now: row[name] ?? null });
    });
  });
}

/** Returns the fields in the row of a record that every reader of the history may see. */
const listStoredFields = (host: Host, { table, fields }: Register): [string, ShownField][] =>
  Object.entries(fields).filter(
    ([name, field]) =>
      field.place === 'column' &&
      !field.signedIn &&
      !field.shownTo &&
      field.kind !== 'secret' &&
      !host.secretColumns.isSecret(table, name),
  );

/** Returns the custom fields with a value and those that changed later, also fields that no longer exist. */
function listCustomFields(
  host: Host,
  reader: Reader,
  assetid: number,
  changes: readonly AssetChange[],
): FieldAsOf[] {
  const changed = Map.groupBy(
    changes.filter(({ field }) => field.startsWith(CUSTOM_FIELD)),
    ({ field }) => field,
  );
  const present = (host.registers.addedFields?.listValues(reader, assetid) ?? []).map(
    ({ key, title, kind, value }) => {
      const name = CUSTOM_FIELD + key;
      const field = { title, kind: kind === 'choice' ? ('text' as const) : kind };
      return { name, field, later: changed.get(name)?.[0], now: value };
    },
  );
  const names = new Set(present.map(({ name }) => name));
  const gone = [...changed].flatMap(([name, of]) => {
    const field = shownFieldOf(host, reader, null, name) ?? { title: name.slice(CUSTOM_FIELD.length) };
    return names.has(name) ? [] : [{ name, field, later: of[0], now: decode(of.at(-1)!.new) }];
  });
  return [...present, ...gone].flatMap((one) => toFieldAsOf(host, reader, one));
}

interface StoredField {
  name: string;
  field: ShownField;
  /** The first change after the time. */
  later: AssetChange | undefined;
  now: Row[string] | boolean;
}

function toFieldAsOf(host: Host, reader: Reader, { name, field, later, now }: StoredField): FieldAsOf[] {
  const value = later ? decode(later.old) : now;
  if (value === null && now === null) return [];
  const { title, kind = 'text', unit = null } = field;
  return [
    {
      field: name,
      title,
      kind,
      unit,
      value,
      valuetext: formatStoredValue(host, reader, field, value),
      now,
      nowtext: formatStoredValue(host, reader, field, now),
      ischanged: later !== undefined,
    },
  ];
}

const decode = (text: string | null): Row[string] => (text === null ? null : JSON.parse(text));
