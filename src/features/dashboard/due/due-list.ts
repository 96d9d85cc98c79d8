import type { Actor } from '../../../kit/actor.ts';
import { addDays } from '../../../kit/clock.ts';
import type { Reader, Value } from '../../../kit/data/reader.ts';
import { type SqlCondition, toWhereClause } from '../../../kit/data/sql-condition.ts';
import type { DueParams, DueSource } from '../../../kit/due-source.ts';
import type { Host } from '../../../kit/host.ts';
import { isAuthorized } from '../../../kit/http/access.ts';
import { csvResponse } from '../../../kit/http/csv.ts';
import { pageOf, pagingOf } from '../../../kit/http/paging.ts';
import { isFilteredBy } from '../../../kit/list/list-columns.ts';
import { parsePlaceSelection, placeFieldsOf } from '../../../kit/resource/place-filter.ts';
import { createPlainSearch } from '../../../kit/search/plain-search.ts';
import { createDueColumns, createDueSearch, toDueTables } from './due-columns.ts';
import {
  DEFAULT_DUE_DAYS,
  type DueCounts,
  type DueCountsQuery,
  type DueListItem,
  type DueListQuery,
  MAX_DUE_DAYS,
} from './due-schemas.ts';

const WEEK_DAYS = 7;
const MONTH_DAYS = 30;

type ListedRow = Omit<DueListItem, 'isoverdue' | 'href'> & { isoverdue: 0 | 1 };

/** Returns the sources that the caller may read, or the one of a kind. */
export const listDueSources = (host: Host, actor: Actor, kind?: string): DueSource[] =>
  host.contributions.dueSources.filter(
    ({ key, register }) =>
      (kind === undefined || key === kind) && isAuthorized(actor, host.registers.get(register).can.read),
  );

/** Returns the rows of all sources as one statement. It has no rows without sources. */
function unionOf(sources: readonly DueSource[], period: DueParams): SqlCondition {
  const columns = 'itemid, title, titlesortkey, due, assetid, locationid';
  const empty = `SELECT '' AS kind, 0 AS itemid, '' AS title, '' AS titlesortkey, '' AS due, NULL AS assetid, NULL AS locationid WHERE 0`;
  const parts = sources.map(({ key, select }) => `SELECT '${key}', ${columns} FROM (${select.text()})`);
  return {
    sql: [empty, ...parts].join(' UNION ALL '),
    params: sources.flatMap(({ select }) => select.values(period)),
  };
}

const readPlaces = (host: Host, reader: Reader, query: DueCountsQuery) =>
  parsePlaceSelection(
    reader,
    host.registers,
    placeFieldsOf(host.registers, host.registers.get('assets')),
    query,
  ).within;

function createConditions(host: Host, reader: Reader, { state, search }: DueListQuery): SqlCondition[] {
  const conditions: SqlCondition[] = [];
  const add = (sql: string, value: Value) => conditions.push({ sql, params: [value] });
  if (state === 'overdue') add('d.due < ?', reader.today);
  if (state === 'upcoming') add('d.due >= ?', reader.today);
  const found = search && createPlainSearch(search, createDueSearch(host));
  if (found) conditions.push(found);
  return conditions;
}

/** Returns the rows of a query: `from` with its conditions and parameters, the order and the columns. */
function selectRows(host: Host, actor: Actor, reader: Reader, query: DueListQuery) {
  const columns = createDueColumns(host);
  const isByDay = isFilteredBy(query, 'due', 'daysleft');
  const days = query.days ?? (isByDay ? MAX_DUE_DAYS : DEFAULT_DUE_DAYS);
  const period = { until: addDays(reader.today, days), ...readPlaces(host, reader, query) };
  const all = unionOf(listDueSources(host, actor, query.kind), period);
  const { sql, params } = toWhereClause([
    ...createConditions(host, reader, query),
    ...columns.createConditions(reader, query, actor),
  ]);
  const from = `${toDueTables(all.sql)}${sql}`;
  const order = columns.createOrder(reader, query, actor);
  return {
    count: { sql: `SELECT count(*) FROM ${from}`, params: [...all.params, reader.today, ...params] },
    rows: {
      sql: `SELECT ${columns.listSelected().join(', ')} FROM ${from} ORDER BY ${order.sql}`,
      params: [...all.params, reader.today, ...params, ...order.params],
    },
  };
}

/** Returns a page of the items that are due, or all of them as CSV. The most urgent are first by default. */
export function listDueItems(host: Host, actor: Actor, query: DueListQuery) {
  const paging = pagingOf(query);
  return host.db.read((reader) => {
    const { count, rows } = selectRows(host, actor, reader, query);
    if (query.format === 'csv') return dueCsv(host, actor, query);
    const total = reader.value<number>(count.sql, ...count.params) ?? 0;
    const page = reader.all<ListedRow>(
      `${rows.sql} LIMIT ? OFFSET ?`,
      ...rows.params,
      paging.perpage,
      paging.offset,
    );
    const items = page.map((row) => toItem(host, row));
    return pageOf(items, total, paging);
  });
}

const CSV_COLUMNS = [
  { key: 'due', title: 'Due' },
  { key: 'daysleft', title: 'Days left' },
  { key: 'kindtitle', title: 'Kind' },
  { key: 'title', title: 'Item' },
  { key: 'location', title: 'Location' },
];

const dueCsv = (host: Host, actor: Actor, query: DueListQuery): Response =>
  csvResponse({ filename: 'due.csv', columns: CSV_COLUMNS, bom: query.bom }, () => {
    const { reader, close } = host.db.snapshot();
    return { rows: iterateDueItems(host, actor, reader, query), close };
  });

/** Returns the items one at a time, for documents without pages. */
export function* iterateDueItems(
  host: Host,
  actor: Actor,
  reader: Reader,
  query: DueListQuery,
): Generator<DueListItem> {
  const { sql, params } = selectRows(host, actor, reader, query).rows;
  for (const row of reader.iterate<ListedRow>(sql, ...params)) yield toItem(host, row);
}

function toItem({ contributions }: Host, row: ListedRow): DueListItem {
  const { href } = contributions.dueSources.find(({ key }) => key === row.kind)!;
  return { ...row, isoverdue: row.isoverdue === 1, href: href(row) };
}

/** Returns how many items are overdue and due soon, in all and of each kind. */
export function countDueItems(host: Host, actor: Actor, query: DueCountsQuery): DueCounts {
  const sources = listDueSources(host, actor, query.kind);
  const key = `due ${sources.map((source) => source.key)} ${JSON.stringify(query)}`;
  return host.db.remember(key, (reader) => {
    const week = addDays(reader.today, WEEK_DAYS);
    const until = addDays(reader.today, MONTH_DAYS);
    const all = unionOf(sources, { until, ...readPlaces(host, reader, query) });
    const rows = reader.all<{ kind: string; overdue: number; week: number; month: number }>(
      `SELECT kind, sum(due < ?) AS overdue, sum(due >= ? AND due <= ?) AS week, sum(due >= ?) AS month FROM (${all.sql}) GROUP BY kind`,
      ...[reader.today, reader.today, week, reader.today],
      ...all.params,
    );
    const kinds = sources.map(({ key: kind, title, icon }) => {
      const row = rows.find((one) => one.kind === kind) ?? { kind, overdue: 0, week: 0, month: 0 };
      return { ...row, title, icon };
    });
    const sum = (name: 'overdue' | 'week' | 'month') => kinds.reduce((total, one) => total + one[name], 0);
    return { overdue: sum('overdue'), week: sum('week'), month: sum('month'), kinds };
  });
}
