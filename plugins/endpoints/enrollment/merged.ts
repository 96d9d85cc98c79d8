import { assetcollisions } from '../../../src/features/catalog/tables.ts';
import { type Invariant, invariant } from '../../../src/kit/data/invariant.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import { fail } from '../commands/fail.ts';
import { dropCredential, giveBlock, giveCredential, giveLock, unfinishedOf } from './merged-queries.ts';

/**
 * A PC goes on as the record that stands for it now: with its credential, unless that record has one, and held or kept
 * from enrolling as before. Outside the journal: no credential is given out again by an undo.
 */
export const agentGoesAlong: Invariant = invariant(
  'the agent of a computer goes into the record that is the same',
  [assetcollisions],
  (tx, changes) => {
    if (tx.isReversal) return;
    for (const { id, after } of changes) {
      const collision = after?.same === 1 ? tx.row(assetcollisions, id) : undefined;
      if (collision) moveAgent(tx, { kept: collision.olderassetid, retired: collision.newerassetid });
    }
  },
);

function moveAgent(tx: Tx, both: { kept: number; retired: number }): void {
  for (const give of [giveCredential, giveBlock, giveLock]) give.run(tx, both);
  // Two agents of one PC: the one of the record that stays is known, the other one asks anew.
  dropCredential.run(tx, both);
  for (const { commandid } of unfinishedOf.all(tx, both))
    fail(tx, commandid, 'the record of the PC went into another one');
}
