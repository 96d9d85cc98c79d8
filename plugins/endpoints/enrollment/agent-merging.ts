import type { AssetMerging, MergedAssets } from '../../../src/kit/asset-merge.ts';
import { invariant } from '../../../src/kit/data/invariant.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import { computerOf } from '../queries.ts';
import {
  endpointblocks,
  endpointcommands,
  endpointcredentials,
  endpointlocks,
  endpoints,
  enrollmentrequests,
} from '../tables.ts';
import { type AgentMerge, restoreAgents, transferAgent } from './agent-moves.ts';
import { agentmerges, parkedcredentials } from './merge-tables.ts';

/** Rules for the agents of merged records, beyond the foreign keys that move automatically. */
export const agentMerging: AssetMerging = {
  stay: [
    endpoints,
    endpointcredentials,
    endpointblocks,
    endpointlocks,
    enrollmentrequests,
    agentmerges,
    parkedcredentials,
  ],
  kinds: { endpointcommands: 'commands' },
  ending: { endpointcommands: endUnfinished },
  before: moveAgent,
};

function moveAgent(tx: Tx, { kept, retired }: MergedAssets, count: (kind: string) => void): void {
  if (!computerOf.get(tx, { assetid: retired })) return;
  const agentmergeid = tx.insert(agentmerges, { assetid: retired, intoassetid: kept });
  transferAgent(tx, tx.row(agentmerges, agentmergeid)!, count);
}

/** Ends a command that is queued or in flight, because it was issued for the record that goes away. */
function endUnfinished(tx: Tx, commandid: number, count: (kind: string) => void): void {
  const { state } = tx.must(endpointcommands, commandid, 'Command');
  if (state !== 'queued' && state !== 'pending') return;
  tx.update(endpointcommands, commandid, {
    state: 'failed',
    reason: 'the record of the PC was merged into another record',
    finisheddate: tx.at,
  });
  count('commandsended');
}

/**
 * Moves agents when a merge is undone, and again when that undo is undone. The moves of credentials and locks
 * are not journaled, because an undo must never reissue a revoked one. The row of the merge is journaled: an
 * undo deletes it, and an undo of that undo inserts it again.
 */
export const agentMergeInvariant = invariant(
  'the agents of PCs follow the decision that two records are one',
  [agentmerges],
  (tx, changes) => {
    if (!tx.isReversal) return;
    for (const { op, before, after } of changes) {
      if (op === 'delete') restoreAgents(tx, before as AgentMerge);
      if (op === 'insert') transferAgent(tx, after as AgentMerge, () => undefined);
    }
  },
);
