import { assetcollisions } from '../../src/features/catalog/tables.ts';
import { type Invariant, invariant } from '../../src/kit/data/invariant.ts';
import type { Tx } from '../../src/kit/data/tx.ts';
import { installsOf } from './app-queries.ts';
import { computerOfAsset } from './inventory/identity-queries.ts';
import { installedapps } from './tables.ts';

/** What is installed on a computer goes with it into the record that was found to be the same one. */
export const installsGoAlong: Invariant = invariant(
  'what is installed on a computer goes into the record that is the same',
  [assetcollisions],
  (tx, changes) => {
    // An undo puts each install back by itself.
    if (tx.isReversal) return;
    for (const { id, after } of changes) {
      const collision = after?.same === 1 ? tx.row(assetcollisions, id) : undefined;
      if (collision) moveInstalls(tx, collision.olderassetid, collision.newerassetid);
    }
  },
);

function moveInstalls(tx: Tx, toAsset: number, fromAsset: number): void {
  const to = computerOfAsset.get(tx, { assetid: toAsset })?.computerid;
  const from = computerOfAsset.get(tx, { assetid: fromAsset })?.computerid;
  if (to === undefined || from === undefined) return;
  const present = new Map(installsOf.all(tx, { computerid: to }).map((row) => [row.appid, row]));
  for (const { installedappid, appid, isactive } of installsOf.all(tx, { computerid: from })) {
    const own = present.get(appid);
    if (!own) tx.update(installedapps, installedappid, { computerid: to });
    else if (isactive === 1 && own.isactive === 0)
      tx.update(installedapps, own.installedappid, { isactive: 1 });
  }
}
