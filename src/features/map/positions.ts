import { runBatchOperation } from '../../kit/audit/batch-operation.ts';
import type { Reader } from '../../kit/data/reader.ts';
import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { type Issue, invalidFields } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { TimeSlice } from '../../kit/time-slice.ts';
import { assets, maplevels } from '../catalog/tables.ts';
import { positionOfAsset } from './position-queries.ts';
import { sizeOfLevel } from './queries.ts';

const MAX_ISSUES = 100;

export interface PositionInput {
  assetid: number;
  mapx: number | null;
  mapy: number | null;
  levelid?: number | null;
}

type NewPosition = Required<PositionInput>;

/** The size of a level's drawing. Without a drawing no position is outside. */
export interface LevelSize {
  excludes(mapx: number, mapy: number): boolean;
  text: string;
}

/**
 * Returns the size of a level; undefined when there is no such level. A level without a drawing excludes no
 * position.
 */
export function readLevelSize(reader: Reader, levelid: number): LevelSize | undefined {
  const row = sizeOfLevel.get(reader, { levelid });
  if (!row) return undefined;
  const width = row.width ?? Number.POSITIVE_INFINITY;
  const height = row.height ?? Number.POSITIVE_INFINITY;
  const hasSize = row.width !== null && row.height !== null;
  return {
    excludes: (x, y) => hasSize && (x < 0 || y < 0 || x > width || y > height),
    text: `${width} x ${height}`,
  };
}

/**
 * Sets all positions or none. A changed position needs a new review. A position without `levelid` keeps the
 * level of the asset. Throws 400 that lists the first invalid positions.
 */
export async function setPositions(host: Host, context: WriteContext, positions: readonly PositionInput[]) {
  const { placed, moving } = await validatePositions(host, context, positions);
  let next = 0;
  const { value } = await runBatchOperation(host.db, context, {
    action: 'map.position.moved',
    step: (tx) => {
      if (next < moving.length) place(tx, moving[next++]!);
      return next < moving.length;
    },
    finish: () => ({ matched: placed.length, changed: moving.length, positions: placed }),
    note: () => ({
      entitytype: 'asset',
      entityid: placed.length === 1 ? placed[0]!.assetid : null,
      details: { count: placed.length, changed: moving.length },
    }),
  });
  return value;
}

/** Marks the positions of assets as confirmed. Throws 400 for an unknown asset, or one without a position. */
export function verifyPositions(host: Host, context: WriteContext, assetids: readonly number[]) {
  const ids = [...new Set(assetids)];
  return host.db.transact(context, 'map.position.verified', (tx) => {
    const issues: Issue[] = [];
    for (const [index, assetid] of ids.entries()) {
      const row = tx.row(assets, assetid);
      if (!row) issues.push({ path: `assetids.${index}`, message: `No asset has the ID ${assetid}.` });
      else if (row.levelid === null || row.mapx === null || row.mapy === null) {
        issues.push({
          path: `assetids.${index}`,
          message: `${row.assetnumber} has no position on a floor plan. Place it first.`,
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

/**
 * Validates all positions. Returns them with their levels, and those that differ from the current ones.
 * Throws 400 that lists the first `MAX_ISSUES` problems.
 */
async function validatePositions(host: Host, context: WriteContext, positions: readonly PositionInput[]) {
  const validator = new PositionValidator(positions);
  const turn = new TimeSlice(context.account);
  for (let at = 0; at < positions.length; at++) {
    host.db.read((reader) => validator.next(reader));
    if (turn.isOver) await turn.next();
  }
  refuse(validator.issues);
  return validator;
}

/** Validates positions one after the other. */
class PositionValidator {
  readonly issues: Issue[] = [];
  readonly placed: NewPosition[] = [];
  readonly moving: NewPosition[] = [];
  private readonly assetids = new Set<number>();
  private readonly sizes = new Map<number, LevelSize | undefined>();

  constructor(private readonly positions: readonly PositionInput[]) {}

  next(reader: Reader): void {
    const position = this.positions[this.placed.length]!;
    const { assetid, mapx, mapy } = position;
    const stored = positionOfAsset.get(reader, { assetid });
    if (!stored) this.complain('assetid', `No asset has the ID ${assetid}.`);
    if (this.assetids.has(assetid)) this.complain('assetid', `The list contains the asset ${assetid} twice.`);
    this.assetids.add(assetid);
    const levelid = position.levelid === undefined ? (stored?.levelid ?? null) : position.levelid;
    if (levelid !== null) this.onLevel(this.size(reader, levelid), levelid, position);
    const placed = { ...position, levelid };
    this.placed.push(placed);
    if (stored && (stored.mapx !== mapx || stored.mapy !== mapy || stored.levelid !== levelid))
      this.moving.push(placed);
  }

  private onLevel(size: LevelSize | undefined, levelid: number, { mapx, mapy }: PositionInput): void {
    if (!size) this.complain('levelid', `No level has the ID ${levelid}.`);
    else if (mapx !== null && size.excludes(mapx, mapy!))
      this.complain(
        findOutsideField(size, mapy!),
        `This position is outside the floor plan of ${size.text} pixels.`,
      );
  }

  private size(reader: Reader, levelid: number): LevelSize | undefined {
    if (!this.sizes.has(levelid)) this.sizes.set(levelid, readLevelSize(reader, levelid));
    return this.sizes.get(levelid);
  }

  private complain(field: string, message: string): void {
    this.issues.push({ path: `positions.${this.placed.length}.${field}`, message });
  }
}

/** Returns the coordinate that an error about a position outside names: y when y is outside, else x. */
export const findOutsideField = (size: LevelSize, mapy: number): 'mapx' | 'mapy' =>
  size.excludes(0, mapy) ? 'mapy' : 'mapx';

function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw invalidFields(issues.slice(0, MAX_ISSUES));
}

/**
 * Moves an asset and removes the verification of its position. Throws 404 when the asset or level was deleted
 * after validation.
 */
function place(tx: Tx, { assetid, mapx, mapy, levelid }: NewPosition): void {
  tx.must(assets, assetid, 'Asset');
  if (levelid !== null) tx.must(maplevels, levelid, 'Level');
  tx.update(assets, assetid, { mapx, mapy, levelid, mapverifiedat: null });
}
