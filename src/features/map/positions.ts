import type { Reader } from '../../kit/data/reader.ts';
import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { type Issue, invalidFields } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { assets } from '../catalog/tables.ts';
import { levelOfAsset } from './position-queries.ts';
import { sizeOfLevel } from './queries.ts';

const MAX_ISSUES = 100;

export interface PositionInput {
  assetid: number;
  mapx: number | null;
  mapy: number | null;
  levelid?: number | null;
}

type Placed = Required<PositionInput>;

/** The size of a level's drawing; one whose drawing is unknown excludes nothing. */
export interface LevelSize {
  excludes(mapx: number, mapy: number): boolean;
  words: string;
}

export function sizeOf(reader: Reader, levelid: number): LevelSize | undefined {
  const row = sizeOfLevel.get(reader, { levelid });
  if (!row) return undefined;
  const width = row.width ?? Number.POSITIVE_INFINITY;
  const height = row.height ?? Number.POSITIVE_INFINITY;
  const known = row.width !== null && row.height !== null;
  return {
    excludes: (x, y) => known && (x < 0 || y < 0 || x > width || y > height),
    words: `${width} x ${height}`,
  };
}

/** Sets every position or none. A position that changes needs a new review. */
export function setPositions(host: Host, context: WriteContext, positions: readonly PositionInput[]) {
  return host.db.transact(context, 'map.position.moved', (tx) => {
    const placed = checked(tx, positions);
    const changed = placed.filter((position) => place(tx, position)).length;
    const single = placed.length === 1 ? placed[0]!.assetid : null;
    tx.audit({ entitytype: 'asset', entityid: single, details: { count: placed.length, changed } });
    return { matched: placed.length, changed, positions: placed };
  }).value;
}

/** Says of every asset that it stands where the map shows it. 400 for one that the map does not show. */
export function verifyPositions(host: Host, context: WriteContext, assetids: readonly number[]) {
  const ids = [...new Set(assetids)];
  return host.db.transact(context, 'map.position.verified', (tx) => {
    const issues: Issue[] = [];
    for (const [index, assetid] of ids.entries()) {
      const row = tx.row(assets, assetid);
      if (!row) issues.push({ path: `assetids.${index}`, message: `There is no asset with id ${assetid}.` });
      else if (row.levelid === null || row.mapx === null || row.mapy === null) {
        issues.push({
          path: `assetids.${index}`,
          message: `${row.assetnumber} has no place on the map. Place it first.`,
        });
      }
    }
    refuse(issues);
    for (const assetid of ids) tx.update(assets, assetid, { mapverifiedat: tx.at });
    tx.audit({
      entitytype: 'asset',
      entityid: ids.length === 1 ? ids[0]! : null,
      details: { count: ids.length },
    });
    return { verified: ids.length, mapverifiedat: tx.at };
  }).value;
}

function checked(tx: Tx, positions: readonly PositionInput[]): Placed[] {
  const sizes = new Map<number, LevelSize | undefined>();
  const size = (levelid: number) => {
    if (!sizes.has(levelid)) sizes.set(levelid, sizeOf(tx, levelid));
    return sizes.get(levelid);
  };
  const seen = new Set<number>();
  const issues: Issue[] = [];
  const placed = positions.map((position, index) => {
    const complain = (field: string, message: string) =>
      issues.push({ path: `positions.${index}.${field}`, message });
    const known = levelOfAsset.get(tx, { assetid: position.assetid });
    if (!known) complain('assetid', `There is no asset with id ${position.assetid}.`);
    if (seen.has(position.assetid)) complain('assetid', `The asset ${position.assetid} is named twice.`);
    seen.add(position.assetid);
    const levelid = position.levelid === undefined ? (known?.levelid ?? null) : position.levelid;
    if (levelid !== null && !size(levelid)) complain('levelid', `There is no map level with id ${levelid}.`);
    else if (
      levelid !== null &&
      position.mapx !== null &&
      size(levelid)!.excludes(position.mapx, position.mapy!)
    ) {
      complain(
        outsideField(size(levelid)!, position.mapy!),
        `This lies outside the drawing of ${size(levelid)!.words} pixels.`,
      );
    }
    return { ...position, levelid };
  });
  refuse(issues);
  return placed;
}

/** Which coordinate to name: y when y alone is already too much. */
export const outsideField = (size: LevelSize, mapy: number): 'mapx' | 'mapy' =>
  size.excludes(0, mapy) ? 'mapy' : 'mapx';

function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw invalidFields(issues.slice(0, MAX_ISSUES));
}

function place(tx: Tx, { assetid, mapx, mapy, levelid }: Placed): boolean {
  const before = tx.row(assets, assetid)!;
  const differs = before.mapx !== mapx || before.mapy !== mapy || before.levelid !== levelid;
  if (differs) tx.update(assets, assetid, { mapx, mapy, levelid, mapverifiedat: null });
  return differs;
}
