import type { Actor } from '../../kit/actor.ts';
import type { Reader, Row } from '../../kit/data/reader.ts';
import type { RowText } from '../../kit/history-rule.ts';
import type { Host } from '../../kit/host.ts';
import { isAuthorized } from '../../kit/http/access.ts';
import { changesOfRows } from './history-queries.ts';
import { type TrackedTable, TrackedTables } from './history-rules.ts';
import { readCurrentRows, setBack } from './related-rows.ts';
import { createRowDescriber } from './row-texts.ts';
import type { AssetChange } from './tables.ts';

interface RowTextOptions {
  actor: Actor;
  assetid: number;
  changes: readonly AssetChange[];
}

/**
 * Returns the texts of the rows that changes created or deleted, by the IDs of the changes. Leaves out rows that
 * the actor may not read, and those of changes that older versions recorded.
 */
export function describeWholeRows(host: Host, reader: Reader, options: RowTextOptions): Map<number, RowText> {
  const { actor, assetid } = options;
  const whole = options.changes.filter(({ action, recordid }) => action !== 'updated' && recordid !== null);
  const texts = [...Map.groupBy(whole, ({ tablename }) => tablename ?? '')].flatMap(([table, changes]) => {
    const tracked = host.getInstance(TrackedTables).byName.get(table);
    if (!tracked?.rows || !isAuthorized(actor, tracked.rows.access ?? 'optional')) return [];
    return host.pluginErrors.isolate(tracked.plugin, 'rows of the history', [], () =>
      describeRows(host, reader, { table, tracked, assetid, changes }),
    );
  });
  return new Map(texts);
}

interface TableOptions extends Omit<RowTextOptions, 'actor'> {
  table: string;
  tracked: TrackedTable;
}

function describeRows(host: Host, reader: Reader, options: TableOptions): [number, RowText][] {
  const { table, assetid, changes } = options;
  const describe = createRowDescriber(host, reader, options);
  const ids = [...new Set(changes.map(({ recordid }) => recordid!))];
  const current = readCurrentRows(host.db.schema, reader, options, ids);
  const all = changesOfRows.all(reader, { assetid, tablename: table, recordids: JSON.stringify(ids) });
  const { columns } = host.db.schema.table(table);
  return changes.flatMap((change): [number, RowText][] => {
    const row =
      change.action === 'deleted' ? toRow(change.previous) : findCreated(change, { current, all, columns });
    return row ? [[change.historyid, describe(row)]] : [];
  });
}

interface RowStates {
  /** The current rows by their IDs. */
  current: ReadonlyMap<number, Row>;
  /** All changes of these rows, oldest first. */
  all: readonly AssetChange[];
  /** The columns of their table. */
  columns: ReadonlySet<string>;
}

/** Returns the row as a change created it: the current one, with all later changes set back. */
function findCreated({ historyid, recordid }: AssetChange, { current, all, columns }: RowStates) {
  const rows = new Map(current);
  const later = all.filter((one) => one.recordid === recordid && one.historyid > historyid);
  for (const change of later.toReversed()) setBack(rows, change, columns);
  return rows.get(recordid!);
}

const toRow = (previous: string | null): Row | undefined =>
  previous === null ? undefined : (JSON.parse(previous) ?? undefined);
