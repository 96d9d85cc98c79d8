import type { Tx } from '../../kit/data/tx.ts';
import { addressRowsOf, tiesOf } from './collision-queries.ts';
import { communicationAt, primaryOf } from './communication-queries.ts';
import { relationBetween, relationFrom } from './relationship-queries.ts';
import { communications, relationships } from './tables.ts';

/** Moves the relationships and addresses of an asset to another one; what that one has already goes. */
export function moveBelongings(tx: Tx, to: number, from: number): void {
  for (const address of addressRowsOf.all(tx, { assetid: from })) moveAddress(tx, to, address);
  for (const tie of tiesOf.all(tx, { assetid: from })) moveTie(tx, to, from, tie);
}

type Address = ReturnType<typeof addressRowsOf.all>[number];

function moveAddress(tx: Tx, to: number, { communicationid, commtype, address, isprimary }: Address): void {
  const isThere = communicationAt.get(tx, { assetid: to, commtype, address, except: 0 });
  const keepsPrimary = isprimary === 1 && !primaryOf.get(tx, { assetid: to, commtype });
  if (isThere) tx.delete(communications, communicationid);
  else tx.update(communications, communicationid, { assetid: to, isprimary: keepsPrimary ? 1 : 0 });
}

type Tie = ReturnType<typeof tiesOf.all>[number];

function moveTie(tx: Tx, to: number, from: number, tie: Tie): void {
  const source = tie.sourceassetid === from ? to : tie.sourceassetid;
  const target = tie.targetassetid === from ? to : tie.targetassetid;
  if (source === target || isTied(tx, source, target, tie)) tx.delete(relationships, tie.relationshipid);
  else tx.update(relationships, tie.relationshipid, { sourceassetid: source, targetassetid: target });
}

function isTied(tx: Tx, source: number, target: number, tie: Tie): boolean {
  const type = tie.relationshiptypeid;
  if (relationBetween.get(tx, { source, target, type })) return true;
  if (tie.isdirectional === 0 && relationBetween.get(tx, { source: target, target: source, type }))
    return true;
  return tie.issingular === 1 && source !== tie.sourceassetid && !!relationFrom.get(tx, { source, type });
}
