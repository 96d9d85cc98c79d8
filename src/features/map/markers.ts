import type { Value } from '../../kit/data/reader.ts';
import type { Host } from '../../kit/host.ts';
import type { Page } from '../../kit/http/page.ts';
import { pageOf, pagingOf } from '../../kit/http/paging.ts';
import { searchedBy } from '../../kit/resource/list.ts';
import { matchCondition, matchText } from '../../kit/search/condition.ts';
import { assets } from '../catalog/index.ts';

/** What makes an asset (alias `a`) with a level a marker; spelt like the index `assets_markers`. */
export const MARKS_THE_MAP = 'a.isactive = 1 AND a.mapx IS NOT NULL AND a.mapy IS NOT NULL';

interface Filters {
  levelid?: number;
  assettype?: string;
  statusid?: number;
  search?: string;
}

const COLUMNS = `t.assetid, t.assetnumber, t.name, t.assettypeid, y.assettype, y.icon, y.color, t.statusid, s.status,
  t.mapx, t.mapy, t.levelid`;
const JOINS = `JOIN assettypes y ON y.assettypeid = t.assettypeid JOIN assetstatuses s ON s.statusid = t.statusid
  LEFT JOIN maplevels l ON l.levelid = t.levelid`;

/** Everything that can be drawn: active assets whose level and position are known. */
export function listMarkers(host: Host, filters: Filters): unknown[] {
  const { sql, params } = where(host, filters, [
    't.isactive = 1',
    't.mapx IS NOT NULL',
    't.mapy IS NOT NULL',
    't.levelid IS NOT NULL',
  ]);
  return host.db.read((reader) =>
    reader.all(
      `SELECT ${COLUMNS}, l.level, t.mapverifiedat FROM assets t INDEXED BY assets_markers ${JOINS} ${sql} ORDER BY t.assetid`,
      ...params,
    ),
  );
}

/** Active assets that cannot be drawn: without a position, or with one on an unknown level. */
export function listUnplaced(
  host: Host,
  query: Filters & { page?: number; per_page?: number },
): Page<unknown> {
  const paging = pagingOf(query);
  const { sql, params } = where(host, query, [
    't.isactive = 1',
    '(t.levelid IS NULL OR t.mapx IS NULL OR t.mapy IS NULL)',
  ]);
  const level =
    "CASE WHEN t.levelid IS NULL AND t.mapx IS NOT NULL AND t.mapy IS NOT NULL THEN 'unknown' ELSE l.level END AS level";
  return host.db.read((reader) => {
    const rows = reader.all(
      `SELECT ${COLUMNS}, ${level} FROM assets t ${JOINS} ${sql} ORDER BY t.assetnumber, t.assetid LIMIT ? OFFSET ?`,
      ...params,
      paging.perpage,
      paging.offset,
    );
    return pageOf<unknown>(
      rows,
      host.db.count(['assets', 'communications'], `SELECT count(*) FROM assets t ${sql}`, params),
      paging,
    );
  });
}

function where(host: Host, filters: Filters, fixed: string[]): { sql: string; params: Value[] } {
  const conditions = [...fixed];
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
    else add('t.assettypeid = (SELECT assettypeid FROM assettypes WHERE assettype = ?)', filters.assettype);
  }
  if (filters.search?.trim()) {
    const searched = { ...searchedBy(assets, host.search), onlyActive: true };
    const found = host.db.read((reader) => matchText(reader, searched, filters.search!));
    const { sql, params: values } = matchCondition(found, searched);
    add(sql, ...values);
  }
  return { sql: `WHERE ${conditions.join(' AND ')}`, params };
}
