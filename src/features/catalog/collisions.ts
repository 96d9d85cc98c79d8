import type { Reader } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { collisionOf, mergeSourceOfAsset, mergeTargetOfAsset } from './collision-queries.ts';
import { assetcollisions } from './tables.ts';

/**
 * Records that two assets may be duplicates, so that a user can decide. The one with the lower ID is the
 * older one. `reason` is one sentence. Does nothing when the pair is already recorded, decided or not, or
 * when both are the same asset.
 */
export function recordCollision(tx: Tx, one: number, other: number, reason: string): void {
  const [older, newer] = one < other ? [one, other] : [other, one];
  if (older === newer || collisionOf.get(tx, { older, newer })) return;
  tx.insert(assetcollisions, { olderassetid: older, newerassetid: newer, reason });
}

/** Follows merge decisions and returns the asset that replaced this one, or the asset itself. */
export function resolveMergedAsset(reader: Reader, assetid: number): number {
  const seen = new Set([assetid]);
  for (let at = assetid; ; ) {
    const next = mergeTargetOfAsset.get(reader, { assetid: at })?.assetid;
    if (next === undefined || seen.has(next)) return at;
    seen.add(next);
    at = next;
  }
}

/**
 * Reports whether this asset was merged with another one, as the older or the newer record. It no longer
 * counts when the newer record is active again.
 */
export const isMerged = (reader: Reader, assetid: number): boolean =>
  mergeTargetOfAsset.get(reader, { assetid }) !== undefined ||
  mergeSourceOfAsset.get(reader, { assetid }) !== undefined;
