import { relationships } from '../../src/features/catalog/tables.ts';
import { type Invariant, invariant } from '../../src/kit/data/invariant.ts';
import { tableNameOf } from '../../src/kit/data/query.ts';
import type { Tx } from '../../src/kit/data/tx.ts';
import { conflict } from '../../src/kit/errors.ts';
import { dualPathOf, singleBaysOf } from './queries.ts';
import { machines } from './tables.ts';

/**
 * A `dualpath` relationship to another bay makes a machine dual path, and it must remain so while the
 * relationship exists. A dual-path machine without one is allowed, because its partner may not be registered
 * yet. Throws 409 when a change would make a connected machine single.
 */
export const dualPathInvariant: Invariant = {
  ...invariant(
    'a machine that is connected to another bay is dual path',
    [relationships, machines],
    (tx, changes) => {
      const there = changes.filter(({ op }) => op !== 'delete');
      const relationshipids = there
        .filter(({ table }) => table === tableNameOf(relationships))
        .map(({ id }) => id);
      // Reads all machines with a single query, because an asset may have a thousand relationships.
      if (relationshipids.length > 0)
        for (const { machineid } of singleBaysOf.all(tx, {
          relationshipids: JSON.stringify(relationshipids),
        }))
          tx.update(machines, machineid, { isdualpath: 1 });
      for (const { table, id, after } of there)
        if (table === tableNameOf(machines)) refuseSingle(tx, id, after!);
    },
  ),
  isDeferrable: true,
};

function refuseSingle(tx: Tx, machineid: number, after: Readonly<Record<string, unknown>>): void {
  if (after.isdualpath !== 0) return;
  const machine = tx.row(machines, machineid);
  if (machine?.isdualpath === 0 && dualPathOf.get(tx, machine))
    throw conflict(
      'isdualpath',
      'This machine is connected to another bay by "Dual path with". Remove that connection first.',
    );
}
