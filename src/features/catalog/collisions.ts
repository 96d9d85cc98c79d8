import { undertake } from '../../kit/audit/undertake.ts';
import type { Reader } from '../../kit/data/reader.ts';
import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { AppError } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { type Paging, pageOf } from '../../kit/http/paging.ts';
import {
  collisionOf,
  mergedInto,
  openCollisionCount,
  openCollisions,
  openCollisionsOf,
} from './collision-queries.ts';
import { AssetMerge } from './merge-assets.ts';
import { assetcollisions, assets } from './tables.ts';

/**
 * Keeps for a person to decide that two records may be one thing. `reason` is one sentence. A pair that is known
 * already, decided or not, stays as it is.
 */
export function noteCollision(tx: Tx, one: number, other: number, reason: string): void {
  const [older, newer] = one < other ? [one, other] : [other, one];
  if (older === newer || collisionOf.get(tx, { older, newer })) return;
  tx.insert(assetcollisions, { olderassetid: older, newerassetid: newer, reason });
}

/** The asset that stands for this one: another where somebody said that both are the same, else itself. */
export function standsFor(reader: Reader, assetid: number): number {
  const seen = new Set([assetid]);
  for (let at = assetid; ; ) {
    const next = mergedInto.get(reader, { assetid: at })?.assetid;
    if (next === undefined || seen.has(next)) return at;
    seen.add(next);
    at = next;
  }
}

/** A page of the collisions that wait for a decision. */
export function waitingCollisions(host: Host, paging: Paging) {
  return host.db.read((reader) => {
    const rows = openCollisions.all(reader, { limit: paging.perpage, offset: paging.offset });
    const told = rows.map(({ collisionid, createddate, reason, ...row }) => ({
      collisionid,
      createddate,
      reason,
      assets: [
        {
          assetid: row.olderassetid,
          assetnumber: row.oldernumber,
          name: row.oldername,
          serialnumber: row.olderserial,
        },
        {
          assetid: row.newerassetid,
          assetnumber: row.newernumber,
          name: row.newername,
          serialnumber: row.newerserial,
        },
      ],
    }));
    return pageOf(told, openCollisionCount.get(reader)!.n, paging);
  });
}

export interface CollisionDecision {
  collisionid: number;
  same: boolean;
  dryrun: boolean;
  /** The older record. */
  assetid: number;
  /** Rows that moved to it, by kind. */
  moved: Record<string, number>;
}

/**
 * Remembers whether two records are the same thing. If so, the older one is kept with its number and names, gets what
 * belongs to the newer one, and the newer one is retired. 404 for an unknown collision, 409 for a decided one. What would
 * move is answered without doing it where `dryrun` says so.
 */
export async function decideCollision(
  host: Host,
  context: WriteContext,
  collisionid: number,
  { same, dryrun }: { same: boolean; dryrun: boolean },
): Promise<CollisionDecision> {
  const decision = new Decision(host, collisionid, same);
  if (dryrun)
    host.db.rehearse(context, (tx) => {
      while (decision.step(tx));
      decision.finish(tx);
    });
  else
    await undertake(host.db, context, {
      action: 'catalog.collision.decided',
      step: (tx) => decision.step(tx),
      finish: (tx) => decision.finish(tx),
      note: () => ({ entitytype: 'collision', entityid: collisionid, details: decision.details }),
    });
  return { collisionid, same, dryrun, assetid: decision.both.kept, moved: decision.moved };
}

/** One answer to one pair, a step at a time. */
class Decision {
  both = { kept: 0, retired: 0 };
  private merge: AssetMerge | undefined;
  private isBegun = false;

  constructor(
    private readonly host: Host,
    private readonly collisionid: number,
    private readonly same: boolean,
  ) {}

  get moved(): Record<string, number> {
    return this.merge?.moved ?? {};
  }

  get details(): Record<string, unknown> {
    const { same, both } = this;
    return same ? { same, ...both } : { same, assetids: [both.kept, both.retired] };
  }

  /** Answers whether there is more. */
  step(tx: Tx): boolean {
    if (!this.isBegun) this.begin(tx);
    return this.merge?.step(tx) ?? false;
  }

  finish(tx: Tx): void {
    if (!this.merge) return;
    const { kept, retired } = this.both;
    tx.update(assets, retired, { isactive: 0 });
    // What reports is in use, though its older record was retired meanwhile.
    tx.update(assets, kept, { isactive: 1 });
    // What else was unclear about the retired record is unclear about the kept one now.
    for (const open of openCollisionsOf.all(tx, { assetid: retired, except: this.collisionid })) {
      tx.delete(assetcollisions, open.collisionid);
      const other = open.olderassetid === retired ? open.newerassetid : open.olderassetid;
      noteCollision(tx, kept, other, open.reason);
    }
  }

  private begin(tx: Tx): void {
    const collision = tx.must(assetcollisions, this.collisionid, 'Collision');
    if (collision.same !== null)
      throw new AppError('CONFLICT', 'This was decided already. Undo that decision in the audit log first.');
    this.both = { kept: collision.olderassetid, retired: collision.newerassetid };
    tx.update(assetcollisions, this.collisionid, { same: this.same ? 1 : 0 });
    if (this.same) this.merge = new AssetMerge(this.host, this.both);
    this.isBegun = true;
  }
}
