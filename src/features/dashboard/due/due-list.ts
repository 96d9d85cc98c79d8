import type { Actor } from '../../../kit/actor.ts';
import { addDays } from '../../../kit/clock.ts';
import type { Reader, Value } from '../../../kit/data/reader.ts';
import type { DueParams, DueRow, DueSource } from '../../../kit/due-source.ts';
import type { Host } from '../../../kit/host.ts';
import { isAuthorized } from '../../../kit/http/access.ts';
import { csvResponse } from '../../../kit/http/csv.ts';
import { pageOf, pagingOf } from '../../../kit/http/paging.ts';
import { parsePlaceSelection, placeFieldsOf } from '../../../kit/resource/place-filter.ts';
import { toContainsPattern } from '../../../kit/search/condition.ts';
import {
  DEFAULT_DUE_DAYS,
  type DueCounts,
  type DueCountsQuery,
  type DueListItem,
  type DueListQuery,
} from './due-schemas.ts';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const MONTH_DAYS = 30;

interface ListedRow extends Omit<DueRow, 'titlesortkey'> {
  kind: string;
  location: string | null;
}

interface Statement {
  sql: string;
  params: Value[];
}

/** Returns the sources that the caller may read, or the one of a kind. */
export const listDueSources = (host: Host, actor: Actor, kind?: string): DueSource[] =>
  host.contributions.dueSources.filter(
    ({ key, register }) =>
      (kind === undefined || key === kind) && isAuthorized(actor, host.registers.get(register).can.read),
  );

/** Returns the rows of all sources as one statement. It has no rows without sources. */
function unionOf(sources: readonly DueSource[], period: DueParams): Statement {
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

function listStatement(host: Host, actor: Actor, reader: Reader, query: DueListQuery): Statement {
  const until = addDays(reader.today, query.days ?? DEFAULT_DUE_DAYS);
  const all = unionOf(listDueSources(host, actor, query.kind), { until, ...readPlaces(host, reader, query) });
  const conditions: [string, Value][] = [];
  if (query.state === 'overdue') conditions.push(['due < ?', reader.today]);
  if (query.state === 'upcoming') conditions.push(['due >= ?', reader.today]);
  if (query.search) conditions.push([`title LIKE ? ESCAPE '\\'`, toContainsPattern(query.search)]);
  const where = conditions.length > 0 ? ` WHERE ${conditions.map(([sql]) => sql).join(' AND ')}` : '';
  return {
    sql: `SELECT * FROM (${all.sql})${where}`,
    params: [...all.params, ...conditions.map(([, value]) => value)],
  };
}

/** Returns the statement that sorts the rows and adds the names of their locations. */
function sortStatement({ sql, params }: Statement, { sort = 'due', dir = 'asc' }: DueListQuery): Statement {
  const column = { due: 'due', kind: 'kind', title: 'titlesortkey', location: 'l.locationsortkey' }[sort];
  return {
    sql: `SELECT d.kind, d.itemid, d.title, d.due, d.assetid, d.locationid, l.location FROM (${sql}) d LEFT JOIN locations l ON l.locationid = d.locationid ORDER BY ${column} ${dir} NULLS LAST, due, titlesortkey, kind, itemid`,
    params,
  };
}

/** Returns a page of the items that are due, or all of them as CSV. The most urgent are first by default. */
export function listDueItems(host: Host, actor: Actor, query: DueListQuery) {
  const paging = pagingOf(query);
  if (query.format === 'csv') return dueCsv(host, actor, query);
  return host.db.read((reader) => {
    const found = listStatement(host, actor, reader, query);
    const total = reader.value<number>(`SELECT count(*) FROM (${found.sql})`, ...found.params) ?? 0;
    const { sql, params } = sortStatement(found, query);
    const rows = reader.all<ListedRow>(`${sql} LIMIT ? OFFSET ?`, ...params, paging.perpage, paging.offset);
    return pageOf(
      rows.map((row) => toItem(host, reader.today, row)),
      total,
      paging,
    );
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
  const { sql, params } = sortStatement(listStatement(host, actor, reader, query), query);
  for (const row of reader.iterate<ListedRow>(sql, ...params)) yield toItem(host, reader.today, row);
}

function toItem({ contributions }: Host, today: string, row: ListedRow): DueListItem {
  const { title, href } = contributions.dueSources.find(({ key }) => key === row.kind)!;
  const daysleft = Math.round((Date.parse(row.due) - Date.parse(today)) / DAY_MS);
  return { ...row, kindtitle: title, daysleft, isoverdue: daysleft < 0, href: href(row) };
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
