import { z } from 'zod';
import type { Actor } from '../../kit/actor.ts';
import { getInstantDaysAgo } from '../../kit/clock.ts';
import type { Reader, Row } from '../../kit/data/reader.ts';
import type { Host } from '../../kit/host.ts';
import { isSameAssetType, type RecordOut } from '../../kit/resource/register.ts';
import { formatStoredValue, type ShownField } from '../audit/index.ts';
import { assetRegister } from './asset-register.ts';
import { CUSTOM_FIELD, shownFieldOf } from './history.ts';
import { changesAfter, oldestChange, rowsRecordedSince } from './history-queries.ts';
import { listOpenFields } from './open-fields.ts';
import { listRelatedAsOf, relatedList } from './related-as-of.ts';
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
    related: relatedList.meta({
      description:
        'The rows that belong to the asset, by kind: addresses, connections, files and records of plugins.',
    }),
    relatedsince: z.iso.datetime().nullable().meta({
      description:
        'Changes of `related` before this time are not recorded, so these rows can differ from those at `asof`; null when all are.',
    }),
  })
  .meta({ id: 'AssetAsOf' });
export type AssetAsOf = z.output<typeof assetAsOf>;

/**
 * Returns the fields of an asset, the custom ones among them, and the rows that belong to it, as they were at
 * an instant in the past.
 */
export function readAssetAsOf(host: Host, actor: Actor, asset: RecordOut, at: string): AssetAsOf {
  const assetid = asset.assetid as number;
  const days = host.settings.integer('history_days');
  const keptsince = days > 0 ? getInstantDaysAgo(host.clock, days) : null;
  const existed = (asset.createddate as string) <= at;
  return host.db.read((reader) => {
    const base = { assetid, asof: at, existed, keptsince };
    if (!existed) return { ...base, fields: [], related: [], relatedsince: null };
    const changes = changesAfter.all(reader, { assetid, after: at });
    const since = findRecordedSince(reader, assetid);
    return {
      ...base,
      fields: [
        ...listRecordFields(host, reader, asset, changes),
        ...listCustomFields(host, reader, assetid, changes),
      ],
      related: listRelatedAsOf(host, reader, { actor, assetid, at, changes: skipRestorations(changes) }),
      relatedsince: since !== null && since > at ? since : null,
    };
  });
}

/**
 * Returns the time since which the history contains the rows of an asset; null when it contains all since the
 * creation of the asset. Older versions did not record them, and settings can delete a part of the history.
 */
function findRecordedSince(reader: Reader, assetid: number): string | null {
  const { action, field, recordid } = oldestChange.get(reader, { assetid }) ?? {};
  const isWhole = action === 'created' && field === 'assets' && recordid === assetid;
  return isWhole ? null : (rowsRecordedSince.get(reader)?.appliedat ?? null);
}

/**
 * Returns the changes without the rows that came back when the asset itself was deleted and restored: they
 * were there before, and no change says when they were deleted.
 */
function skipRestorations(changes: readonly AssetChange[]): AssetChange[] {
  const restorations = new Set(
    changes.flatMap(({ action, field, auditlogid }) =>
      action === 'created' && field === 'assets' ? (auditlogid ?? []) : [],
    ),
  );
  return changes.filter(
    ({ auditlogid, previous }) => previous !== 'null' || !restorations.has(auditlogid ?? 0),
  );
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
    return listOpenFields(host, register).flatMap(([name, field]) => {
      const later = changes.find(
        (one) => one.field === name && (one.tablename ?? register.table) === register.table,
      );
      // The history does not contain every value that only machines write, such as the time of the last report.
      if (!later && field.writable === 'never') return [];
      return toFieldAsOf(host, reader, { name, field, later, now: row[name] ?? null });
    });
  });
}

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
