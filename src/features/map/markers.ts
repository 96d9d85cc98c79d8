import type { Actor } from '../../kit/actor.ts';
import type { Value } from '../../kit/data/reader.ts';
import { sameName } from '../../kit/data/same-name.ts';
import type { Host } from '../../kit/host.ts';
import type { Page } from '../../kit/http/page.ts';
import { pageOf, pagingOf } from '../../kit/http/paging.ts';
import { matchAssets } from '../../kit/resource/search-condition.ts';
import { buildMarkersSql, type Marker, type UnplacedRow, unplaced } from './position-queries.ts';

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
  const { conditions, params } = buildConditions(host, filters, actor);
  const sql = [buildMarkersSql(), ...conditions].join(' AND ');
  return host.db.read((reader) =>
    reader.all<Marker>(`${sql} ORDER BY t.assetid LIMIT ${MAX_MARKERS}`, ...params),
  );
}

/**
 * Returns a page of the active assets that cannot be drawn: without a position, or with one on an unknown
 * level.
 */
export function listUnplaced(
  host: Host,
  query: Filters & { page?: number; per_page?: number },
  actor: Actor,
): Page<UnplacedRow> {
  const paging = pagingOf(query);
  const { conditions, params } = buildConditions(host, query, actor);
  const sql = `WHERE ${[...WITHOUT_POSITION, ...conditions].join(' AND ')}`;
  return host.db.read((reader) => {
    const rows = reader.all<UnplacedRow>(
      `${unplaced.text()} ${sql} ORDER BY t.assetnumbersortkey, t.assetid LIMIT ? OFFSET ?`,
      ...params,
      paging.perpage,
      paging.offset,
    );
    return pageOf(rows, host.db.count(`SELECT count(*) FROM assets t ${sql}`, params), paging);
  });
}

const WITHOUT_POSITION = ['t.isactive = 1', '(t.levelid IS NULL OR t.mapx IS NULL OR t.mapy IS NULL)'];

/** Returns the filters of a request as conditions on the asset `t`. */
function buildConditions(
  host: Host,
  filters: Filters,
  actor: Actor,
): { conditions: string[]; params: Value[] } {
  const conditions: string[] = [];
  const params: Value[] = [];
  const add = (sql: string, ...values: Value[]) => {
    conditions.push(sql);
    params.push(...values);
  };
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
  return { conditions, params };
}
