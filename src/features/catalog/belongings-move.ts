import type { MergedAssets } from '../../kit/asset-merge.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { addressIdsOf, relationshipIdsOf, relationshipOf } from './collision-queries.ts';
import { communicationAt, primaryOf } from './communication-queries.ts';
import { relationBetween, relationFrom } from './relationship-queries.ts';
import { communications, relationships } from './tables.ts';

type Step = (tx: Tx) => void;
type Tie = NonNullable<ReturnType<typeof relationshipOf.get>>;

/**
 * Moves addresses and relationships of an asset to another one, a row at a time. Deletes those that the other
 * asset already has, relationships between the two, and a second one of a singular type.
 */
export class BelongingsMove {
  /**
   * Names of the moved rows. A dry run rolls back each of its transactions, so the database does not show
   * what was moved before.
   */
  private readonly movedNames = new Set<string>();

  constructor(
    private readonly pair: MergedAssets,
    private readonly count: (kind: 'addresses' | 'relationships') => void,
  ) {}

  /**
   * Returns one step for each row, in reverse order: the caller runs the last step first. A step skips a row
   * that another user has deleted or moved by then.
   */
  steps(tx: Tx): Step[] {
    const { retired: assetid } = this.pair;
    const ties = relationshipIdsOf.all(tx, { assetid });
    const addresses = addressIdsOf.all(tx, { assetid });
    return [
      ...ties.map(
        ({ relationshipid }) =>
          (tx: Tx) =>
            this.moveTie(tx, relationshipid),
      ),
      ...addresses.map(
        ({ communicationid }) =>
          (tx: Tx) =>
            this.moveAddress(tx, communicationid),
      ),
    ];
  }

  private moveAddress(tx: Tx, communicationid: number): void {
    const { kept, retired } = this.pair;
    const row = tx.row(communications, communicationid);
    if (row?.assetid !== retired) return;
    const { commtype, address } = row;
    const name = `${commtype} ${address}`;
    if (
      this.movedNames.has(name) ||
      communicationAt.get(tx, { assetid: kept, commtype, address, except: 0 })
    ) {
      tx.delete(communications, communicationid);
      return;
    }
    const keepsPrimary = row.isprimary === 1 && !primaryOf.get(tx, { assetid: kept, commtype });
    tx.update(communications, communicationid, { assetid: kept, isprimary: keepsPrimary ? 1 : 0 });
    this.movedNames.add(name);
    this.count('addresses');
  }

  private moveTie(tx: Tx, relationshipid: number): void {
    const { kept, retired } = this.pair;
    const tie = relationshipOf.get(tx, { relationshipid });
    if (tie?.sourceassetid !== retired && tie?.targetassetid !== retired) return;
    const source = tie.sourceassetid === retired ? kept : tie.sourceassetid;
    const target = tie.targetassetid === retired ? kept : tie.targetassetid;
    if (source === target || this.isTied(tx, source, target, tie)) {
      tx.delete(relationships, relationshipid);
      return;
    }
    tx.update(relationships, relationshipid, { sourceassetid: source, targetassetid: target });
    const type = tie.relationshiptypeid;
    this.movedNames.add(tieName(source, type, target)).add(tieName(source, type));
    this.count('relationships');
  }

  private isTied(tx: Tx, source: number, target: number, tie: Tie): boolean {
    const type = tie.relationshiptypeid;
    const isThere = (source: number, target: number) =>
      this.movedNames.has(tieName(source, type, target)) ||
      !!relationBetween.get(tx, { source, target, type });
    if (isThere(source, target) || (tie.isdirectional === 0 && isThere(target, source))) return true;
    if (tie.issingular === 0 || source === tie.sourceassetid) return false;
    return this.movedNames.has(tieName(source, type)) || !!relationFrom.get(tx, { source, type });
  }
}

const tieName = (source: number, type: number, target?: number) =>
  `${source} has ${type} to ${target ?? 'any'}`;
