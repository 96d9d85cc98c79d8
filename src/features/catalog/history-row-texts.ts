import type { Reader, Row } from '../../kit/data/reader.ts';
import type { RowText } from '../../kit/history-rule.ts';
import type { Host } from '../../kit/host.ts';
import { changesOfRows } from './history-queries.ts';
import { type TrackedTable, TrackedTables } from './history-rules.ts';
import { readCurrentRows, setBack } from './related-rows.ts';
import { createRowDescriber } from './row-texts.ts';
import type { AssetChange } from './tables.ts';

interface RowTextOptions {
  assetid: number;
  changes: readonly AssetChange[];
}

/**
 * Returns the texts of the rows that changes created, changed or deleted, by the IDs of the changes. Leaves out
 * changes that older versions recorded, and lines whose values are themselves names of the row.
 */
export function describeChangedRows(
  host: Host,
  reader: Reader,
  options: RowTextOptions,
): Map<number, RowText> {
  const { assetid } = options;
  const related = options.changes.filter(({ recordid }) => recordid !== null);
  const texts = [...Map.groupBy(related, ({ tablename }) => tablename ?? '')].flatMap(([table, changes]) => {
    const tracked = host.getInstance(TrackedTables).byName.get(table);
    if (!tracked?.rows) return [];
    return host.pluginErrors.isolate(tracked.plugin, 'rows of the history', [], () =>
      describeRows(host, reader, { table, tracked, assetid, changes }),
    );
  });
  return new Map(texts);
}

interface TableOptions extends RowTextOptions {
  table: string;
  tracked: TrackedTable;
}

function describeRows(host: Host, reader: Reader, options: TableOptions): [number, RowText][] {
  const { table, assetid } = options;
  const { columns } = host.db.schema.table(table);
  const changes = options.changes.filter((change) => isAboutRow(change, columns));
  if (changes.length === 0) return [];
  const describe = createRowDescriber(host, reader, options);
  const ids = [...new Set(changes.map(({ recordid }) => recordid!))];
  const current = readCurrentRows(host.db.schema, reader, options, ids);
  const from = Math.min(...changes.map(({ historyid }) => historyid));
  const all = changesOfRows.all(reader, { assetid, tablename: table, recordids: JSON.stringify(ids), from });
  return changes.flatMap((change): [number, RowText][] => {
    const row = findRow(change, { current, all, columns });
    return row ? [[change.historyid, describe(row)]] : [];
  });
}

/** Reports whether the row of a change has to be named, because its values do not. */
const isAboutRow = ({ action, field, old, new: now }: AssetChange, columns: ReadonlySet<string>): boolean =>
  action !== 'updated' || columns.has(field) || (old === null && now === null);

interface RowStates {
  /** The current rows by their IDs. */
  current: ReadonlyMap<number, Row>;
  /** All changes of these rows, oldest first. */
  all: readonly AssetChange[];
  /** The columns of their table. */
  columns: ReadonlySet<string>;
}

/**
 * Returns the row as a change created or deleted it, or as it was before the change: the current one, with later
 * changes set back. A row that the change moved to the asset is as it was afterwards.
 */
function findRow(change: AssetChange, { current, all, columns }: RowStates): Row | undefined {
  if (change.action === 'deleted') return toRow(change.previous);
  const own = all.filter(({ recordid }) => recordid === change.recordid);
  const stateAt = (isLater: (one: AssetChange) => boolean): Row | undefined => {
    const rows = new Map(current);
    for (const later of own.filter(isLater).toReversed()) setBack(rows, later, columns);
    return rows.get(change.recordid!);
  };
  const isAfter = ({ historyid }: AssetChange) => historyid > change.historyid;
  const before = change.action === 'updated' && stateAt((one) => isAfter(one) || isTogether(one, change));
  return before || stateAt(isAfter);
}

/** Reports whether two changes are of one transaction, so that all its lines name a row by the same state. */
const isTogether = (one: AssetChange, other: AssetChange): boolean =>
  one.historyid === other.historyid ||
  (one.auditlogid !== null && one.auditlogid === other.auditlogid && one.createddate === other.createddate);

const toRow = (previous: string | null): Row | undefined =>
  previous === null ? undefined : (JSON.parse(previous) ?? undefined);
