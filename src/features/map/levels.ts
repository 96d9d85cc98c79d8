import { notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { allLevels, type LevelRow, levelById } from './queries.ts';
import type { MapBuilding, MapLevel } from './schemas.ts';

const shape = ({ light, dark, ...row }: LevelRow): MapLevel => ({ ...row, blueprints: { light, dark } });

/** Lists the buildings that have levels, by name, with their levels in order. */
export function listLevels(host: Host) {
  const rows = host.db.read((reader) => allLevels.all(reader)).map(shape);
  const buildings = new Map<number, MapBuilding>();
  for (const row of rows) {
    const { buildingid, building } = row;
    if (!buildings.has(buildingid)) buildings.set(buildingid, { buildingid, building, levels: [] });
    buildings.get(buildingid)!.levels.push(row);
  }
  return [...buildings.values()];
}

/** Returns a level. Throws 404 when there is none. */
export function getLevel(host: Host, levelid: number): MapLevel {
  const row = host.db.read((reader) => levelById.get(reader, { levelid }));
  if (!row) throw notFound('Level');
  return shape(row);
}
