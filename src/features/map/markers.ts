import type { z } from 'zod';
import type { Actor } from '../../kit/actor.ts';
import type { Value } from '../../kit/data/reader.ts';
import { sameName } from '../../kit/data/same-name.ts';
import { joinConditions, type SqlCondition } from '../../kit/data/sql-condition.ts';
import type { Host } from '../../kit/host.ts';
import type { Page } from '../../kit/http/page.ts';
import { readListPage } from '../../kit/list/list-page.ts';
import { matchAssets } from '../../kit/resource/search-condition.ts';
import { buildMarkersSql, type Marker, type UnplacedRow } from './position-queries.ts';
import type { unplacedQuerySchema } from './schemas.ts';
import { unplacedColumns } from './unplaced-columns.ts';

interface Filters {
  levelid?: number;
  assettype?: string;
  statusid?: number;
  search?: string;
}

/** Maximum number of markers in a response. */
export const MAX_MARKERS = 100_000;

/** Lists the first `MAX_MARKERS` assets that can be drawn: active ones with a known level and position. */
export function listMarkers(host: Host, filters: Filters, actor: Actor): Marker[] {
  const { sql, params } = joinConditions(buildConditions(host, filters, actor));
  const statement = [buildMarkersSql(), ...(sql === '' ? [] : [sql])].join(' AND ');
  return host.db.read((reader) =>
    reader.all<Marker>(`${statement} ORDER BY t.assetid LIMIT ${MAX_MARKERS}`, ...params),
  );
}

/**
 * Returns a page of the active assets that cannot be drawn: without a position, or with one on an unknown
 * level.
 */
export const listUnplaced = (
  host: Host,
  query: z.output<typeof unplacedQuerySchema>,
  actor: Actor,
): Page<UnplacedRow> =>
  readListPage(
    host.db,
    unplacedColumns,
    () => ({
      from: 'assets t',
      id: 't.assetid',
      conditions: [WITHOUT_POSITION, ...buildConditions(host, query, actor)],
    }),
    { query, actor },
  );

const WITHOUT_POSITION: SqlCondition = {
  sql: 't.isactive = 1 AND (t.levelid IS NULL OR t.mapx IS NULL OR t.mapy IS NULL)',
  params: [],
};

/** Returns the filters of a request as conditions on the asset `t`. */
function buildConditions(host: Host, filters: Filters, actor: Actor): SqlCondition[] {
  const conditions: SqlCondition[] = [];
  const add = (sql: string, ...params: Value[]) => conditions.push({ sql, params });
  if (filters.levelid !== undefined) add('t.levelid = ?', filters.levelid);
  if (filters.statusid !== undefined) add('t.statusid = ?', filters.statusid);
  if (filters.assettype) {
    const isId = /^\d{1,15}$/.test(filters.assettype);
    if (isId) add('t.assettypeid = ?', Number(filters.assettype));
    else {
      const type = { table: 'assettypes', id: 'assettypeid', column: 'assettype' };
      const { sql, params: values } = sameName(type, filters.assettype);
      add(`t.assettypeid IN (SELECT assettypeid FROM assettypes WHERE ${sql})`, ...values);
    }
  }
  if (filters.search?.trim()) {
    const { sql, params: values } = matchAssets(host, actor, filters.search, 't.assetid');
    add(sql, ...values);
  }
  return conditions;
}
