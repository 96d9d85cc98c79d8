import { z } from 'zod';
import type { Actor } from '../../kit/actor.ts';
import { shortenText } from '../../kit/clean-text.ts';
import type { Reader, Row } from '../../kit/data/reader.ts';
import type { RowText } from '../../kit/history-rule.ts';
import type { Host } from '../../kit/host.ts';
import { canReadTracked, type TrackedTable, TrackedTables } from './history-rules.ts';
import { type EarlierRow, readEarlierRows } from './related-rows.ts';
import { createRowDescriber } from './row-texts.ts';
import type { AssetChange } from './tables.ts';

/** The maximum number of rows of a kind in an answer. Rows that have changed come first. */
const MAX_ROWS = 1000;
const MAX_KINDS = 200;
/** The maximum length of the text of a row. */
const MAX_TEXT = 500;

const STATES = ['unchanged', 'changed', 'added', 'removed'] as const;

const relatedRow = z.object({
  id: z.int().meta({ description: 'The ID of the row, which may be deleted by now.' }),
  title: z.string().meta({ description: 'What the row is, such as `IP address` or `Controlled by`.' }),
  value: z
    .string()
    .nullable()
    .meta({ description: 'The row at that time; null when the asset did not have it.' }),
  now: z.string().nullable().meta({ description: 'The current row; null when the asset does not have it.' }),
  state: z.enum(STATES).meta({
    description: 'Whether the row is the same as then, has changed, or was added or removed after that time.',
  }),
});

/** The rows of one kind that belong to an asset, as they were at a time. */
export const relatedAsOf = z
  .object({
    name: z.string().meta({ description: 'The name of the kind, such as `communications` or `assetfiles`.' }),
    title: z.string(),
    rows: relatedRow.array().max(MAX_ROWS),
    ismore: z.boolean().meta({ description: `Whether the kind has more than ${MAX_ROWS} rows.` }),
  })
  .meta({ id: 'RelatedAsOf' });
export type RelatedAsOf = z.output<typeof relatedAsOf>;
export const relatedList = relatedAsOf.array().max(MAX_KINDS);

interface RelatedOptions {
  actor: Actor;
  assetid: number;
  /** The time of the answer. */
  at: string;
  /** The changes of the asset after that time, oldest first. */
  changes: readonly AssetChange[];
}

/** Returns the rows that belong to an asset, or belonged to it at a time in the past, by kind. */
export function listRelatedAsOf(host: Host, reader: Reader, options: RelatedOptions): RelatedAsOf[] {
  const changes = Map.groupBy(options.changes, ({ tablename }) => tablename);
  return [...host.getInstance(TrackedTables).byName].flatMap(([name, tracked]) => {
    const { plugin, rows: listed } = tracked;
    if (!listed || !canReadTracked(tracked, options.actor)) return [];
    const none: RelatedAsOf = { name, title: listed.title, rows: [], ismore: false };
    const kind = host.pluginErrors.isolate(plugin, 'rows of an earlier time', none, () => {
      const own = { ...options, table: name, tracked, changes: changes.get(name) ?? [] };
      return { ...none, ...listRows(host, reader, own) };
    });
    return kind.rows.length > 0 ? kind : [];
  });
}

interface KindOptions extends RelatedOptions {
  table: string;
  tracked: TrackedTable;
}

function listRows(host: Host, reader: Reader, options: KindOptions): Pick<RelatedAsOf, 'rows' | 'ismore'> {
  const { rows, isMore } = readEarlierRows(host.db.schema, reader, { ...options, limit: MAX_ROWS + 1 });
  const describe = createRowDescriber(host, reader, options);
  return {
    rows: rows.slice(0, MAX_ROWS).map((row) => toRelatedRow(row, describe)),
    ismore: isMore || rows.length > MAX_ROWS,
  };
}

function toRelatedRow({ id, earlier, now }: EarlierRow, describe: (row: Row) => RowText) {
  const [before, after] = [earlier, now].map((row) => row && describe(row));
  const state = getState(before ?? null, after ?? null);
  return {
    id,
    title: (after ?? before)!.name,
    value: before ? shorten(textOf(before, after)) : null,
    now: after ? shorten(after.value) : null,
    state,
  };
}

/** Returns the earlier value of a row, with its name when that has changed. */
const textOf = (before: RowText, after: RowText | null | undefined): string =>
  after && after.name !== before.name ? `${before.name}: ${before.value}` : before.value;

function getState(before: RowText | null, after: RowText | null): (typeof STATES)[number] {
  if (!before) return 'added';
  if (!after) return 'removed';
  return before.name === after.name && before.value === after.value ? 'unchanged' : 'changed';
}

const shorten = (text: string): string => shortenText(text, MAX_TEXT);
