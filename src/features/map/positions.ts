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

type Placed = Required<PositionInput>;

/** The size of a level's drawing; one whose drawing is unknown excludes nothing. */
export interface LevelSize {
  excludes(mapx: number, mapy: number): boolean;
  text: string;
}

export function readLevelSize(reader: Reader, levelid: number): LevelSize | undefined {
  const row = sizeOfLevel.get(reader, { levelid });
  if (!row) return undefined;
  const width = row.width ?? Number.POSITIVE_INFINITY;
  const height = row.height ?? Number.POSITIVE_INFINITY;
  const known = row.width !== null && row.height !== null;
  return {
    excludes: (x, y) => known && (x < 0 || y < 0 || x > width || y > height),
    text: `${width} x ${height}`,
  };
}

/** Sets every position or none. A position that changes needs a new review. */
export async function setPositions(host: Host, context: WriteContext, positions: readonly PositionInput[]) {
  const { placed, moving } = await judged(host, context, positions);
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

/** Where everything goes, with its level, and what of it stands elsewhere now. 400 names all that cannot be. */
async function judged(host: Host, context: WriteContext, positions: readonly PositionInput[]) {
  const judge = new Judge(positions);
  const turn = new TimeSlice(context.account);
  for (let at = 0; at < positions.length; at++) {
    host.db.read((reader) => judge.next(reader));
    if (turn.isOver) await turn.next();
  }
  refuse(judge.issues);
  return judge;
}

/** Looks at one position after the other. */
class Judge {
  readonly issues: Issue[] = [];
  readonly placed: Placed[] = [];
  readonly moving: Placed[] = [];
  private readonly seen = new Set<number>();
  private readonly sizes = new Map<number, LevelSize | undefined>();

  constructor(private readonly positions: readonly PositionInput[]) {}

  next(reader: Reader): void {
    const position = this.positions[this.placed.length]!;
    const { assetid, mapx, mapy } = position;
    const known = positionOfAsset.get(reader, { assetid });
    if (!known) this.complain('assetid', `There is no asset with id ${assetid}.`);
    if (this.seen.has(assetid)) this.complain('assetid', `The asset ${assetid} is named twice.`);
    this.seen.add(assetid);
    const levelid = position.levelid === undefined ? (known?.levelid ?? null) : position.levelid;
    if (levelid !== null) this.onLevel(this.size(reader, levelid), levelid, position);
    const placed = { ...position, levelid };
    this.placed.push(placed);
    if (known && (known.mapx !== mapx || known.mapy !== mapy || known.levelid !== levelid))
      this.moving.push(placed);
  }

  private onLevel(size: LevelSize | undefined, levelid: number, { mapx, mapy }: PositionInput): void {
    if (!size) this.complain('levelid', `There is no map level with id ${levelid}.`);
    else if (mapx !== null && size.excludes(mapx, mapy!))
      this.complain(findOutsideField(size, mapy!), `This lies outside the drawing of ${size.text} pixels.`);
  }

  private size(reader: Reader, levelid: number): LevelSize | undefined {
    if (!this.sizes.has(levelid)) this.sizes.set(levelid, readLevelSize(reader, levelid));
    return this.sizes.get(levelid);
  }

  private complain(field: string, message: string): void {
    this.issues.push({ path: `positions.${this.placed.length}.${field}`, message });
  }
}

/** Which coordinate to name: y when y alone is already too much. */
export const findOutsideField = (size: LevelSize, mapy: number): 'mapx' | 'mapy' =>
  size.excludes(0, mapy) ? 'mapy' : 'mapx';

function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw invalidFields(issues.slice(0, MAX_ISSUES));
}

/** 404 for what was there when the positions were judged, and is gone. */
function place(tx: Tx, { assetid, mapx, mapy, levelid }: Placed): void {
  tx.must(assets, assetid, 'Asset');
  if (levelid !== null) tx.must(maplevels, levelid, 'Map level');
  tx.update(assets, assetid, { mapx, mapy, levelid, mapverifiedat: null });
}
