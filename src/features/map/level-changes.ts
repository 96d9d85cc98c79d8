import type { Reader } from '../../kit/data/reader.ts';
import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { AppError, conflict, notFound } from '../../kit/errors.ts';
import { foldName } from '../../kit/fold-name.ts';
import type { Host } from '../../kit/host.ts';
import { refuseStale, type Staleness } from '../../kit/staleness.ts';
import { mapLevelRegister } from '../catalog/index.ts';
import * as tables from '../catalog/tables.ts';
import { getLevel } from './levels.ts';
import {
  activeAssetsOnLevel,
  assetsOnLevel,
  buildingNamed,
  drawingsOfLevel,
  levelInBuilding,
  levelNamed,
  locationsOnLevel,
  nextSortOrder,
} from './queries.ts';
import type { MapLevel } from './schemas.ts';
import { mapblueprints } from './tables.ts';

interface LevelInput {
  building?: string;
  level?: string;
  sortorder?: number;
}

/**
 * Creates a level, and its building when no building has that name. Throws 409 CONFLICT when the building
 * already has such a level.
 */
export function createLevel(
  host: Host,
  context: WriteContext,
  input: Required<Pick<LevelInput, 'building' | 'level'>> & LevelInput,
): MapLevel {
  const levelid = host.db.transact(context, 'map.level.created', (tx) => {
    const buildingid = ensureBuilding(tx, input.building);
    refuseTwin(tx, buildingid, input.level, 0);
    const sortorder = input.sortorder ?? nextSortOrder.get(tx, { buildingid })!.sortorder;
    const made = tx.insert(tables.maplevels, { buildingid, level: input.level, sortorder });
    tx.audit({ entitytype: 'level', entityid: made });
    return made;
  }).value;
  return getLevel(host, levelid);
}

/**
 * Changes a level; missing fields stay. The name of another building moves the level there, and creates that
 * building if it is new. The same name in other letter case renames the building. A building without levels
 * is deleted. Throws 404 for an unknown level, 409 when the building has another level of that name. Throws
 * 409 STALE_WRITE when the level has changed since the version in `unless`.
 */
export function changeLevel(
  host: Host,
  context: WriteContext,
  levelid: number,
  input: LevelInput,
  unless: Staleness,
): MapLevel {
  host.db.transact(context, 'map.level.updated', (tx) => {
    host.resource(mapLevelRegister).writer.updateIn(tx, levelid, {}, unless);
    const before = tx.row(tables.maplevels, levelid)!;
    const buildingid = input.building === undefined ? before.buildingid : ensureBuilding(tx, input.building);
    // The same name in different letter case corrects the spelling of the building.
    if (input.building !== undefined)
      tx.update(tables.mapbuildings, buildingid, { building: input.building });
    const { level = before.level, sortorder = before.sortorder } = input;
    // Older data may have two levels in one building whose names differ in letter case only. They may stay as
    // they are.
    if (buildingid !== before.buildingid || foldName(level) !== foldName(before.level))
      refuseTwin(tx, buildingid, level, levelid);
    tx.update(tables.maplevels, levelid, { buildingid, level, sortorder });
    removeEmptyBuilding(tx, before.buildingid);
    tx.audit({ entitytype: 'level', entityid: levelid });
  });
  return getLevel(host, levelid);
}

/**
 * Deletes a level with its drawings, and its building if that was the last level. The level of retired assets
 * becomes unknown. Throws 409 IN_USE while it has active assets or locations. Throws 404 and 409 STALE_WRITE
 * as `changeLevel` does.
 */
export function deleteLevel(
  host: Host,
  context: WriteContext,
  levelid: number,
  unless: Staleness,
): { deleted: number } {
  host.db.transact(context, 'map.level.deleted', (tx) => {
    const level = tx.row(tables.maplevels, levelid);
    if (!level) throw notFound('Level');
    refuseStale(level.modifieddate, unless);
    refuseUsed(tx, levelid);
    // Retired assets do not prevent the deletion. Their level becomes unknown, and an undo restores it.
    for (const { assetid } of assetsOnLevel.all(tx, { levelid }))
      tx.update(tables.assets, assetid, { levelid: null });
    for (const { blueprintid, filename } of drawingsOfLevel.all(tx, { levelid })) {
      tx.delete(mapblueprints, blueprintid);
      host.files.removeFromList(tx, 'mapblueprints', filename);
    }
    tx.delete(tables.maplevels, levelid);
    removeEmptyBuilding(tx, level.buildingid);
    tx.audit({ entitytype: 'level', entityid: levelid });
  });
  return { deleted: levelid };
}

function ensureBuilding(tx: Tx, building: string): number {
  return buildingNamed.get(tx, { building })?.buildingid ?? tx.insert(tables.mapbuildings, { building });
}

function refuseTwin(reader: Reader, buildingid: number, level: string, except: number): void {
  if (levelNamed.get(reader, { buildingid, level, except }))
    throw conflict('level', `This building already has a level "${level}". Choose a different name.`);
}

function removeEmptyBuilding(tx: Tx, buildingid: number): void {
  if (!levelInBuilding.get(tx, { buildingid })) tx.delete(tables.mapbuildings, buildingid);
}

function refuseUsed(reader: Reader, levelid: number): void {
  const references: Record<string, number> = {};
  const assets = activeAssetsOnLevel.get(reader, { levelid })!.n;
  const locations = locationsOnLevel.get(reader, { levelid })!.n;
  if (assets) references.assets = assets;
  if (locations) references.locations = locations;
  if (assets + locations === 0) return;
  throw new AppError('IN_USE', 'This level is still in use. Move its assets to another level first.', {
    references,
  });
}
