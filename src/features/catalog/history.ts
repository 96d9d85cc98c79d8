import { z } from 'zod';
import type { Actor } from '../../kit/actor.ts';
import type { Reader, Value } from '../../kit/data/reader.ts';
import type { SqlCondition } from '../../kit/data/sql-condition.ts';
import type { RowText } from '../../kit/history-rule.ts';
import type { Host } from '../../kit/host.ts';
import { Page } from '../../kit/http/page.ts';
import { timeSortedById } from '../../kit/list/list-column.ts';
import { ListColumns } from '../../kit/list/list-columns.ts';
import { readListPage } from '../../kit/list/list-page.ts';
import {
  actorsFilter,
  createActorsConditions,
  findRowTitle,
  findShownField,
  findUndoableRows,
  formatStoredValue,
  type ShownField,
} from '../audit/index.ts';
import { describeChangedRows } from './history-row-texts.ts';
import { TrackedTables } from './history-rules.ts';
import type { AssetChange } from './tables.ts';

export const historyRecord = z
  .object({
    historyid: z.int(),
    assetid: z.int(),
    action: z.string(),
    field: z.string(),
    title: z.string().nullable().meta({ description: 'The title of the field.' }),
    kind: z.string().nullable().meta({ description: 'The kind of the field, such as `text` or `date`.' }),
    unit: z.string().nullable(),
    subject: z
      .string()
      .nullable()
      .meta({ description: 'The added, changed or removed item; null for a field of the asset itself.' }),
    old: z.any(),
    new: z.any(),
    oldtext: z
      .string()
      .nullable()
      .meta({ description: 'The old value as text; of a removed item, its text.' }),
    newtext: z
      .string()
      .nullable()
      .meta({ description: 'The new value as text; of an added item, its text.' }),
    userid: z.int().nullable(),
    username: z.string(),
    actorkind: z.string(),
    createddate: z.iso.datetime(),
    auditlogid: z.int().nullable(),
    undoable: z.boolean().meta({ description: 'Whether the caller can undo the change.' }),
  })
  .meta({ id: 'HistoryRow' });
export type HistoryRow = z.output<typeof historyRecord>;

const historyColumns = new ListColumns({
  hasSearch: true,
  ids: ['h.historyid'],
  sort: 'createddate',
  dir: 'desc',
  columns: {
    historyid: { kind: 'number', operand: 'h.historyid' },
    assetid: { kind: 'ref', operand: 'h.assetid' },
    action: { kind: 'text', operand: 'h.action' },
    field: { kind: 'text', operand: 'h.field' },
    userid: { kind: 'ref', operand: 'h.userid' },
    username: { kind: 'text', operand: 'h.username' },
    actorkind: { kind: 'text', operand: 'h.actorkind' },
    createddate: timeSortedById('h.createddate', 'h.historyid'),
    auditlogid: { kind: 'ref', operand: 'h.auditlogid' },
  },
});

export const historyListQuery = historyColumns.createQuery({ actors: actorsFilter });

/**
 * Returns a page of the history of an asset, the newest first by default. For display, it adds the current
 * title of the field, and the texts of values that are IDs or keys; null when a record was deleted. `undoable`
 * reports whether the caller may undo the change. Leaves out changes of rows that the actor may not read.
 */
export function listAssetHistory(
  host: Host,
  actor: Actor,
  assetid: number,
  query: z.output<typeof historyListQuery>,
) {
  const further = [
    ...createReadableConditions(host, actor),
    ...createListedConditions(host),
    ...createActorsConditions(query.actors, 'h.actorkind'),
  ];
  return host.db.read((reader) => {
    const { rows, pagination } = readListPage<AssetChange>(
      host.db,
      historyColumns,
      () => ({
        from: 'assethistory h',
        id: 'h.historyid',
        extra: ['h.tablename', 'h.recordid', 'h.previous', 'h.old', 'h.new'],
        conditions: [{ sql: 'h.assetid = ?', params: [assetid] }, ...further],
      }),
      { query, actor },
    );
    const undoable = findUndoableRows(
      reader,
      actor,
      rows.flatMap(({ auditlogid }) => auditlogid ?? []),
    );
    const texts = describeChangedRows(host, reader, { assetid, changes: rows });
    const entries = rows.map((row) => ({
      ...toReadableChange(host, reader, row, texts.get(row.historyid)),
      undoable: row.auditlogid !== null && undoable.has(row.auditlogid),
    }));
    return new Page(entries, pagination);
  });
}

/**
 * Returns the condition that leaves out changes of tables whose rows the actor may not read. The access to those of
 * a disabled plugin is unknown, so that only admins read them.
 */
function createReadableConditions(host: Host, actor: Actor): SqlCondition[] {
  if (actor.isadmin) return [];
  const tables = host.getInstance(TrackedTables).listReadable(actor);
  const marks = tables.map(() => '?').join(', ');
  return [{ sql: `(h.tablename IS NULL OR h.tablename IN (${marks}))`, params: tables }];
}

/** Returns the conditions that leave out changes of columns that follow from other rows. */
const createListedConditions = (host: Host): SqlCondition[] =>
  [...host.getInstance(TrackedTables).byName].flatMap(([table, { derived = [] }]) =>
    derived.map((column) => ({
      sql: '(h.tablename = ? AND h.field = ?) IS NOT TRUE',
      params: [table, column],
    })),
  );

function toReadableChange(
  host: Host,
  reader: Reader,
  { tablename, recordid: _recordid, previous: _previous, ...row }: AssetChange,
  changed: RowText | undefined,
) {
  const [before, after] = [row.old, row.new].map((text) => (text === null ? null : JSON.parse(text)));
  const field = shownFieldOf(host, reader, tablename, row.field);
  const name = (value: Value) => (field ? formatStoredValue(host, reader, field, value) : null);
  return {
    ...row,
    title: field?.title ?? null,
    kind: field?.kind ?? null,
    unit: field?.unit ?? null,
    subject: subjectOf(host, row, changed),
    old: before,
    new: after,
    oldtext: (row.action === 'deleted' ? changed?.value : name(before)) ?? null,
    newtext: (row.action === 'created' ? changed?.value : name(after)) ?? null,
  };
}

/** Returns what a change is about: the kind of an added or removed row, and the name of a changed one. */
function subjectOf(
  host: Host,
  { action, field }: Pick<AssetChange, 'action' | 'field'>,
  text: RowText | undefined,
): string | null {
  if (action !== 'updated') return text?.name ?? findRowTitle(host, field) ?? null;
  return text ? `${text.name} ${text.label ?? text.value}`.trim() : null;
}

/** Start of the field names of custom fields in histories: `custom.<fieldname>`. */
export const CUSTOM_FIELD = 'custom.';

/** Returns the field of a change. Old rows lack the table name; for them all such fields must be the same. */
export function shownFieldOf(
  host: Host,
  reader: Reader,
  tablename: string | null,
  name: string,
): ShownField | undefined {
  if (name.startsWith(CUSTOM_FIELD)) {
    const custom = host.registers.addedFields?.find(reader, name.slice(CUSTOM_FIELD.length), undefined);
    return custom && { title: custom.title, kind: custom.kind === 'choice' ? 'text' : custom.kind };
  }
  if (tablename !== null) return findShownField(host, tablename, name);
  const fields = host.registers.all().flatMap((register) => register.fields[name] ?? []);
  const targets = new Set(fields.map(({ ref }) => ref?.register));
  return targets.size === 1 ? fields[0] : undefined;
}
