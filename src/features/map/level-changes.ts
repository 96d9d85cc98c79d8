import type { Reader } from '../../kit/data/reader.ts';
import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { AppError, conflict, notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import type { Staleness } from '../../kit/resource/write.ts';
import { maplevels } from '../catalog/index.ts';
import { getLevel } from './levels.ts';
import type { MapLevel } from './schemas.ts';

interface LevelInput {
  building?: string;
  level?: string;
  sortorder?: number;
}

/** Creates a level, and its building when no building has that name. 409 CONFLICT when the building has such a level. */
export function createLevel(
  host: Host,
  context: WriteContext,
  input: Required<Pick<LevelInput, 'building' | 'level'>> & LevelInput,
): MapLevel {
  const levelid = host.db.transact(context, (tx) => {
    const buildingid = buildingNamed(tx, input.building);
    refuseTwin(tx, buildingid, input.level, 0);
    const sortorder = input.sortorder ?? nextInBuilding(tx, buildingid);
    const made = tx.insert('maplevels', { buildingid, level: input.level, sortorder });
    tx.audit({ action: 'map.level.created', entitytype: 'level', entityid: made });
    return made;
  });
  return getLevel(host, levelid);
}

/** Changes a level; another building's name moves it there. */
export function changeLevel(
  host: Host,
  context: WriteContext,
  levelid: number,
  input: LevelInput,
  unless: Staleness,
): MapLevel {
  host.db.transact(context, (tx) => {
    host.resource(maplevels).writer.updateIn(tx, levelid, {}, unless);
    const before = tx.row('maplevels', levelid)!;
    const buildingid =
      input.building === undefined ? (before.buildingid as number) : buildingNamed(tx, input.building);
    // The same name in other letters is a correction of how the building is spelt.
    if (input.building !== undefined) tx.update('mapbuildings', buildingid, { building: input.building });
    const { level = before.level as string, sortorder = before.sortorder as number } = input;
    refuseTwin(tx, buildingid, level, levelid);
    tx.update('maplevels', levelid, { buildingid, level, sortorder });
    removeEmptyBuilding(tx, before.buildingid as number);
    tx.audit({ action: 'map.level.updated', entitytype: 'level', entityid: levelid });
  });
  return getLevel(host, levelid);
}

/** Deletes a level with its drawings. 409 IN_USE while active assets or locations stand on it. */
export function deleteLevel(host: Host, context: WriteContext, levelid: number): { deleted: number } {
  host.db.transact(context, (tx) => {
    const level = tx.row('maplevels', levelid);
    if (!level) throw notFound('Map level');
    refuseUsed(tx, levelid);
    // What is retired holds nothing back: its level becomes unknown, and undo brings it back.
    for (const { assetid } of tx.all<{ assetid: number }>(
      'SELECT assetid FROM assets WHERE levelid = ?',
      levelid,
    )) {
      tx.update('assets', assetid, { levelid: null });
    }
    for (const { blueprintid, filename } of tx.all<{ blueprintid: number; filename: string }>(
      'SELECT * FROM mapblueprints WHERE levelid = ?',
      levelid,
    )) {
      tx.delete('mapblueprints', blueprintid);
      host.files.unlist(tx, 'mapblueprints', filename);
    }
    tx.delete('maplevels', levelid);
    removeEmptyBuilding(tx, level.buildingid as number);
    tx.audit({ action: 'map.level.deleted', entitytype: 'level', entityid: levelid });
  });
  return { deleted: levelid };
}

function buildingNamed(tx: Tx, building: string): number {
  const known = tx.value<number>('SELECT buildingid FROM mapbuildings WHERE building = ?', building);
  return known ?? tx.insert('mapbuildings', { building });
}

const nextInBuilding = (reader: Reader, buildingid: number): number =>
  reader.value<number>(
    'SELECT coalesce(max(sortorder) + 1, 0) FROM maplevels WHERE buildingid = ?',
    buildingid,
  )!;

function refuseTwin(reader: Reader, buildingid: number, level: string, levelid: number): void {
  const twin = reader.value(
    'SELECT 1 FROM maplevels WHERE buildingid = ? AND level = ? AND levelid <> ?',
    buildingid,
    level,
    levelid,
  );
  if (twin) throw conflict('level', `This building already has a level "${level}". Choose another name.`);
}

function removeEmptyBuilding(tx: Tx, buildingid: number): void {
  const left = tx.value('SELECT 1 FROM maplevels WHERE buildingid = ?', buildingid);
  if (!left) tx.delete('mapbuildings', buildingid);
}

function refuseUsed(reader: Reader, levelid: number): void {
  const count = (sql: string) => reader.value<number>(sql, levelid) ?? 0;
  const references: Record<string, number> = {};
  const assets = count('SELECT count(*) FROM assets WHERE levelid = ? AND isactive = 1');
  const locations = count('SELECT count(*) FROM locations WHERE levelid = ?');
  if (assets) references.assets = assets;
  if (locations) references.locations = locations;
  if (assets + locations === 0) return;
  throw new AppError('IN_USE', 'This level is still in use. Move what stands on it to another level first.', {
    references,
  });
}
