import { notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { allLevels, type Level, levelById } from './queries.ts';

const shape = ({ light, dark, ...row }: Level) => ({ ...row, blueprints: { light, dark } });

export type LevelRecord = ReturnType<typeof shape>;

/** Buildings by name with their levels in order. */
export function listLevels(host: Host) {
  const rows = host.db.read((reader) => allLevels.all(reader)).map(shape);
  const buildings = new Map<number, { buildingid: number; building: string; levels: LevelRecord[] }>();
  for (const row of rows) {
    const { buildingid, building } = row;
    if (!buildings.has(buildingid)) buildings.set(buildingid, { buildingid, building, levels: [] });
    buildings.get(buildingid)!.levels.push(row);
  }
  return [...buildings.values()];
}

/** One level; 404 when there is none. */
export function getLevel(host: Host, levelid: number): LevelRecord {
  const row = host.db.read((reader) => levelById.get(reader, { levelid }));
  if (!row) throw notFound('Map level');
  return shape(row);
}
