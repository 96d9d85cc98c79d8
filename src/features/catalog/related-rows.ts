import type { Reader, Row, Value } from '../../kit/data/reader.ts';
import type { Schema } from '../../kit/data/schema.ts';
import type { TrackedTable } from './history-rules.ts';
import type { AssetChange } from './tables.ts';

/** A row of an asset, as it was at a time and as it is now; null when the asset did not or does not have it. */
export interface EarlierRow {
  id: number;
  earlier: Row | null;
  now: Row | null;
}

interface EarlierRowsOptions {
  table: string;
  tracked: TrackedTable;
  assetid: number;
  at: string;
  /** The changes of these rows after that time, oldest first. */
  changes: readonly AssetChange[];
  /** The maximum number of unchanged rows. */
  limit: number;
}

/**
 * Returns the rows of a table that belong to an asset now or belonged to it at a time in the past, the changed
 * ones first. The earlier state is computed backwards from the current one. Reads only rows of the asset.
 */
export function readEarlierRows(
  schema: Schema,
  reader: Reader,
  options: EarlierRowsOptions,
): { rows: EarlierRow[]; isMore: boolean } {
  const { changes, limit } = options;
  const own = ownCondition(options);
  const { id: key, columns } = schema.table(options.table);
  const ids = new Set(changes.flatMap(({ recordid }) => recordid ?? []));
  const touched = readByIds(reader, own, key, [...ids]);
  const earlier = new Map(touched);
  for (const change of changes.toReversed()) setBack(earlier, change, columns);
  const current = readFirst(reader, own, key, limit);
  const rows = [
    ...[...ids].map((id) => ({ id, earlier: earlier.get(id) ?? null, now: touched.get(id) ?? null })),
    ...current
      .filter((row) => !ids.has(row[key] as number))
      .map((row) => ({ id: row[key] as number, earlier: row, now: row })),
  ].map((row) => ({ ...row, earlier: presentAt(row.earlier, options.at), now: presentAt(row.now) }));
  return { rows: rows.filter(({ earlier, now }) => earlier || now), isMore: current.length === limit };
}

/** Returns the row unless it was inactive, or was created after the time. */
const presentAt = (row: Row | null, at?: string): Row | null =>
  row &&
  row.isactive !== 0 &&
  (at === undefined || typeof row.createddate !== 'string' || row.createddate <= at)
    ? row
    : null;

/** Sets one change back. Changes that older versions recorded do not name their row. */
export function setBack(
  rows: Map<number, Row>,
  { recordid, action, previous, field, old }: AssetChange,
  columns: ReadonlySet<string>,
): void {
  if (recordid === null) return;
  const row = rows.get(recordid);
  const before: Row | null = previous === null ? null : JSON.parse(previous);
  if (before) rows.set(recordid, { ...row, ...before });
  else if (previous !== null || action === 'created') rows.delete(recordid);
  else if (row && columns.has(field))
    rows.set(recordid, { ...row, [field]: old === null ? null : JSON.parse(old) });
}

/** The SQL condition for the rows of an asset in a table, with its parameters. */
interface OwnCondition {
  table: string;
  sql: string;
  params: Value[];
}

type OwnerOptions = Pick<EarlierRowsOptions, 'table' | 'tracked' | 'assetid'>;

/** Returns the current rows with these IDs that belong to the asset, by ID. */
export const readCurrentRows = (
  schema: Schema,
  reader: Reader,
  options: OwnerOptions,
  ids: readonly number[],
): Map<number, Row> => readByIds(reader, ownCondition(options), schema.table(options.table).id, ids);

const ownCondition = ({ table, tracked, assetid }: OwnerOptions): OwnCondition => ({
  table,
  sql: tracked.owners
    .map(({ column, via }) =>
      via ? `${column} IN (SELECT ${via.id} FROM ${via.table} WHERE ${via.column} = ?)` : `${column} = ?`,
    )
    .join(' OR '),
  params: tracked.owners.map(() => assetid),
});

/** Returns the first rows of the asset. The plus sign keeps SQLite from reading the table in the order of its IDs. */
const readFirst = (reader: Reader, { table, sql, params }: OwnCondition, key: string, limit: number): Row[] =>
  reader.all(`SELECT * FROM ${table} WHERE (${sql}) ORDER BY +${key} LIMIT ?`, ...params, limit);

/** Returns those of the rows with these IDs that belong to the asset, by ID. */
function readByIds(
  reader: Reader,
  { table, sql, params }: OwnCondition,
  key: string,
  ids: readonly number[],
): Map<number, Row> {
  const rows = reader.all<Row>(
    `SELECT * FROM ${table} WHERE ${key} IN (SELECT value FROM json_each(?)) AND (${sql})`,
    JSON.stringify(ids),
    ...params,
  );
  return new Map(rows.map((row) => [row[key] as number, row]));
}
