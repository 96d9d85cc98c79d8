import type { MergedAssets } from '../../kit/asset-merge.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { addressRowsOf, tiesOf } from './collision-queries.ts';
import { communicationAt, primaryOf } from './communication-queries.ts';
import { relationBetween, relationFrom } from './relationship-queries.ts';
import { communications, relationships } from './tables.ts';

/** Moves addresses and relationships of an asset to another one; what that one has already goes. Counts each by kind. */
export function moveBelongings(
  tx: Tx,
  { kept, retired }: MergedAssets,
  count: (kind: 'addresses' | 'relationships') => void,
): void {
  for (const address of addressRowsOf.all(tx, { assetid: retired }))
    if (moveAddress(tx, kept, address)) count('addresses');
  for (const tie of tiesOf.all(tx, { assetid: retired }))
    if (moveTie(tx, kept, retired, tie)) count('relationships');
}

type Address = ReturnType<typeof addressRowsOf.all>[number];

/** Answers whether it was moved. */
function moveAddress(
  tx: Tx,
  to: number,
  { communicationid, commtype, address, isprimary }: Address,
): boolean {
  const isThere = communicationAt.get(tx, { assetid: to, commtype, address, except: 0 });
  const keepsPrimary = isprimary === 1 && !primaryOf.get(tx, { assetid: to, commtype });
  if (isThere) tx.delete(communications, communicationid);
  else tx.update(communications, communicationid, { assetid: to, isprimary: keepsPrimary ? 1 : 0 });
  return !isThere;
}

type Tie = ReturnType<typeof tiesOf.all>[number];

/** Answers whether it was moved. */
function moveTie(tx: Tx, to: number, from: number, tie: Tie): boolean {
  const source = tie.sourceassetid === from ? to : tie.sourceassetid;
  const target = tie.targetassetid === from ? to : tie.targetassetid;
  const goes = source === target || isTied(tx, source, target, tie);
  if (goes) tx.delete(relationships, tie.relationshipid);
  else tx.update(relationships, tie.relationshipid, { sourceassetid: source, targetassetid: target });
  return !goes;
}

function isTied(tx: Tx, source: number, target: number, tie: Tie): boolean {
  const type = tie.relationshiptypeid;
  if (relationBetween.get(tx, { source, target, type })) return true;
  if (tie.isdirectional === 0 && relationBetween.get(tx, { source: target, target: source, type }))
    return true;
  return tie.issingular === 1 && source !== tie.sourceassetid && !!relationFrom.get(tx, { source, type });
}
