import { relationships } from '../../src/features/catalog/tables.ts';
import { type Invariant, invariant } from '../../src/kit/data/invariant.ts';
import type { Tx } from '../../src/kit/data/tx.ts';
import { conflict } from '../../src/kit/errors.ts';
import { dualPathOf, machineOfAsset, typeOfTie } from './queries.ts';
import { machines } from './tables.ts';

/**
 * A bay that is tied to another one is dual path: the tie makes it so, and while it stands the machine stays so. A
 * dual-path machine may be without a tie (its partner is not registered yet); that is asked for, not refused.
 */
export const baysAreDualPath: Invariant = {
  ...invariant(
    'a machine that is tied to another bay is dual path',
    [relationships, machines],
    (tx, changes) => {
      for (const { table, id, op, after } of changes) {
        if (op === 'delete') continue;
        if (table === 'machines') refuseSingle(tx, id, after!);
        else markBays(tx, id);
      }
    },
  ),
  whole: true,
};

function markBays(tx: Tx, relationshipid: number): void {
  const tie = tx.row(relationships, relationshipid);
  if (!tie || typeOfTie.get(tx, tie)?.relationshiptype !== 'dualpath') return;
  for (const assetid of [tie.sourceassetid, tie.targetassetid]) {
    const bay = machineOfAsset.get(tx, { assetid });
    if (bay?.isdualpath === 0) tx.update(machines, bay.machineid, { isdualpath: 1 });
  }
}

function refuseSingle(tx: Tx, machineid: number, after: Readonly<Record<string, unknown>>): void {
  if (after.isdualpath !== 0) return;
  const machine = tx.row(machines, machineid);
  if (machine?.isdualpath === 0 && dualPathOf.get(tx, machine))
    throw conflict(
      'isdualpath',
      'This machine is tied to another bay by "dualpath". Remove that relationship first.',
    );
}
