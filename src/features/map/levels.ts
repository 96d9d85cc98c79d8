import { notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { MARKS_THE_MAP } from './markers.ts';
import type { MapBuilding, MapLevel } from './schemas.ts';

const SELECT = `SELECT l.levelid, l.level, l.buildingid, b.building, l.sortorder, l.width, l.height, l.createddate, l.modifieddate,
  (SELECT filename FROM mapblueprints WHERE levelid = l.levelid AND theme = 'light') AS light,
  (SELECT filename FROM mapblueprints WHERE levelid = l.levelid AND theme = 'dark') AS dark,
  (SELECT count(*) FROM assets a WHERE a.levelid = l.levelid AND ${MARKS_THE_MAP}) AS markercount
  FROM maplevels l JOIN mapbuildings b ON b.buildingid = l.buildingid`;

type StoredLevel = Omit<MapLevel, 'blueprints'> & MapLevel['blueprints'];

const shape = ({ light, dark, ...row }: StoredLevel): MapLevel => ({ ...row, blueprints: { light, dark } });

/** Buildings by name with their levels in order. */
export function listLevels(host: Host) {
  const rows = host.db
    .read((reader) =>
      reader.all<StoredLevel>(`${SELECT} ORDER BY b.building, l.sortorder, l.level, l.levelid`),
    )
    .map(shape);
  const buildings = new Map<number, MapBuilding>();
  for (const row of rows) {
    const { buildingid, building } = row;
    if (!buildings.has(buildingid)) buildings.set(buildingid, { buildingid, building, levels: [] });
    buildings.get(buildingid)!.levels.push(row);
  }
  return [...buildings.values()];
}

/** One level; 404 when there is none. */
export function getLevel(host: Host, levelid: number): MapLevel {
  const row = host.db.read((reader) => reader.get<StoredLevel>(`${SELECT} WHERE l.levelid = ?`, levelid));
  if (!row) throw notFound('Map level');
  return shape(row);
}
