import type { MergedAssets } from '../../kit/asset-merge.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { addressIdsOf, relationshipIdsOf, relationshipOf } from './collision-queries.ts';
import { communicationAt, primaryOf } from './communication-queries.ts';
import { relationBetween, relationFrom } from './relationship-queries.ts';
import { communications, relationships } from './tables.ts';

type Step = (tx: Tx) => void;
type Relationship = NonNullable<ReturnType<typeof relationshipOf.get>>;

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
    const relationshipids = relationshipIdsOf.all(tx, { assetid });
    const addresses = addressIdsOf.all(tx, { assetid });
    return [
      ...relationshipids.map(
        ({ relationshipid }) =>
          (tx: Tx) =>
            this.moveRelationship(tx, relationshipid),
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

  private moveRelationship(tx: Tx, relationshipid: number): void {
    const { kept, retired } = this.pair;
    const relationship = relationshipOf.get(tx, { relationshipid });
    if (relationship?.sourceassetid !== retired && relationship?.targetassetid !== retired) return;
    const source = relationship.sourceassetid === retired ? kept : relationship.sourceassetid;
    const target = relationship.targetassetid === retired ? kept : relationship.targetassetid;
    if (source === target || this.isRelated(tx, source, target, relationship)) {
      tx.delete(relationships, relationshipid);
      return;
    }
    tx.update(relationships, relationshipid, { sourceassetid: source, targetassetid: target });
    const type = relationship.relationshiptypeid;
    this.movedNames.add(relationshipName(source, type, target)).add(relationshipName(source, type));
    this.count('relationships');
  }

  private isRelated(tx: Tx, source: number, target: number, relationship: Relationship): boolean {
    const type = relationship.relationshiptypeid;
    const isThere = (source: number, target: number) =>
      this.movedNames.has(relationshipName(source, type, target)) ||
      !!relationBetween.get(tx, { source, target, type });
    if (isThere(source, target) || (relationship.isdirectional === 0 && isThere(target, source))) return true;
    if (relationship.issingular === 0 || source === relationship.sourceassetid) return false;
    return this.movedNames.has(relationshipName(source, type)) || !!relationFrom.get(tx, { source, type });
  }
}

const relationshipName = (source: number, type: number, target?: number) =>
  `${source} has ${type} to ${target ?? 'any'}`;
