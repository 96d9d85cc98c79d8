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
import { moveBelongings } from './merge-assets.ts';
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

/**
 * Remembers whether two records are the same thing. If so, the older one is kept with its number and names, gets what
 * belongs to the newer one, and the newer one is retired. 404 for an unknown collision, 409 for a decided one.
 */
export function decideCollision(host: Host, context: WriteContext, collisionid: number, same: boolean) {
  return host.db.transact(context, 'catalog.collision.decided', (tx) => {
    const collision = tx.must(assetcollisions, collisionid, 'Collision');
    if (collision.same !== null)
      throw new AppError('CONFLICT', 'This was decided already. Undo that decision in the audit log first.');
    const { olderassetid: kept, newerassetid: retired } = collision;
    tx.update(assetcollisions, collisionid, { same: same ? 1 : 0 });
    if (same) merge(tx, collisionid, kept, retired);
    tx.audit({
      entitytype: 'collision',
      entityid: collisionid,
      details: same ? { same, kept, retired } : { same, assetids: [kept, retired] },
    });
    return { collisionid, same, assetid: kept };
  }).value;
}

function merge(tx: Tx, collisionid: number, kept: number, retired: number): void {
  moveBelongings(tx, kept, retired);
  tx.update(assets, retired, { isactive: 0 });
  // What reports is in use, though its older record was retired meanwhile.
  tx.update(assets, kept, { isactive: 1 });
  // What else was unclear about the retired record is unclear about the kept one now.
  for (const open of openCollisionsOf.all(tx, { assetid: retired, except: collisionid })) {
    tx.delete(assetcollisions, open.collisionid);
    const other = open.olderassetid === retired ? open.newerassetid : open.olderassetid;
    noteCollision(tx, kept, other, open.reason);
  }
}
