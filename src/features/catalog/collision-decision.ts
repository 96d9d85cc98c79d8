import { runBatchOperation } from '../../kit/audit/batch-operation.ts';
import type { JournalEntry } from '../../kit/data/journal.ts';
import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { AppError } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { TimeSlice } from '../../kit/time-slice.ts';
import { openCollisionsOf } from './collision-queries.ts';
import { recordCollision } from './collisions.ts';
import { AssetMerge } from './merge-assets.ts';
import { assetcollisions, assets } from './tables.ts';

export interface CollisionDecision {
  collisionid: number;
  same: boolean;
  dryrun: boolean;
  /** The older record; it stays when both are merged. */
  assetid: number;
  /**
   * Number of rows that moved to the older record, by kind. Some kinds count rows that were ended instead.
   */
  moved: Record<string, number>;
}

/**
 * Saves whether two records are the same asset. If so, the older record stays with its number and names and
 * receives the rows of the newer one. The newer one is retired, and the older one activated. Throws 404 for
 * an unknown collision, 409 for a decided one. With `dryrun` it only returns what would move.
 */
export async function decideCollision(
  host: Host,
  context: WriteContext,
  collisionid: number,
  { same, dryrun }: { same: boolean; dryrun: boolean },
): Promise<CollisionDecision> {
  const decision = new Decision(host, collisionid, same);
  if (dryrun) await rehearse(host, context, decision);
  else
    await runBatchOperation(host.db, context, {
      action: 'catalog.collision.decided',
      step: (tx) => decision.step(tx),
      finish: (tx) => decision.finish(tx),
      note: () => ({ entitytype: 'collision', entityid: collisionid, details: decision.details }),
    });
  return { collisionid, same, dryrun, assetid: decision.both.kept, moved: decision.moved };
}

/**
 * Runs all steps in short transactions that are rolled back. Invariants over several rows, which a merge may
 * violate halfway, are enforced only when one transaction is sufficient. They cannot be checked against rows
 * of earlier transactions that were rolled back.
 */
async function rehearse(host: Host, context: WriteContext, decision: Decision): Promise<void> {
  const turn = new TimeSlice(context.account);
  const rehearsed: JournalEntry[] = [];
  for (let isMore = true; isMore; ) {
    const journal = host.db.dryRun(context, (tx) => {
      tx.dryRunJournal = rehearsed;
      while (isMore && !turn.isOver) isMore = decision.step(tx);
      if (!isMore) decision.finish(tx);
      tx.isUnfinished = isMore || rehearsed.length > 0;
      return tx.journal;
    });
    for (const entry of journal) rehearsed.push(entry);
    if (isMore) await turn.next();
  }
}

/** The decision about one pair, in steps. */
class Decision {
  both = { kept: 0, retired: 0 };
  private merge: AssetMerge | undefined;
  /** IDs of the other undecided collisions of the retired record. */
  private open: number[] = [];
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

  /** Runs one step. Returns whether more steps follow. */
  step(tx: Tx): boolean {
    if (!this.isBegun) this.begin(tx);
    const collisionid = this.open.pop();
    if (collisionid === undefined) return this.merge?.step(tx) ?? false;
    this.askOfKept(tx, collisionid);
    return true;
  }

  finish(tx: Tx): void {
    if (!this.merge) return;
    tx.update(assets, this.both.retired, { isactive: 0 });
    // A record that still reports is in use, even if its older duplicate was retired before the decision.
    tx.update(assets, this.both.kept, { isactive: 1 });
  }

  private begin(tx: Tx): void {
    const collision = tx.must(assetcollisions, this.collisionid, 'Possible duplicate');
    if (collision.same !== null)
      throw new AppError(
        'CONFLICT',
        'This possible duplicate is already resolved. Undo that decision in the audit log first.',
      );
    this.both = { kept: collision.olderassetid, retired: collision.newerassetid };
    tx.update(assetcollisions, this.collisionid, { same: this.same ? 1 : 0 });
    this.isBegun = true;
    if (!this.same) return;
    this.merge = new AssetMerge(this.host, this.both);
    this.merge.begin(tx);
    const others = openCollisionsOf.all(tx, { assetid: this.both.retired, except: this.collisionid });
    this.open = others.map(({ collisionid }) => collisionid).toReversed();
  }

  /**
   * Moves an undecided collision of the retired record to the record that stays, unless it was decided in the
   * meantime.
   */
  private askOfKept(tx: Tx, collisionid: number): void {
    const { kept, retired } = this.both;
    const open = tx.row(assetcollisions, collisionid);
    // Another user may have decided the collision since the steps were listed.
    if (open?.same !== null) return;
    tx.delete(assetcollisions, collisionid);
    const other = open.olderassetid === retired ? open.newerassetid : open.olderassetid;
    recordCollision(tx, kept, other, open.reason);
  }
}
