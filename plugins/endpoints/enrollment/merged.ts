import type { AssetMerging, MergedAssets } from '../../../src/kit/asset-merge.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import { fail } from '../commands/fail.ts';
import {
  endpointblocks,
  endpointcredentials,
  endpointlocks,
  endpoints,
  enrollmentrequests,
} from '../tables.ts';
import {
  dropCredential,
  giveBlock,
  giveCredential,
  giveLock,
  giveRequests,
  unfinishedOf,
} from './merged-queries.ts';

/**
 * A PC goes on as the record that stands for it now: with its credential, unless that record has one, and held or kept
 * from enrolling as before. Outside the journal: no credential is given out again by an undo.
 */
export const agentMerging: AssetMerging = {
  stay: [endpoints, endpointcredentials, endpointblocks, endpointlocks, enrollmentrequests],
  before: moveAgent,
};

function moveAgent(tx: Tx, both: MergedAssets): void {
  for (const give of [giveCredential, giveBlock, giveLock, giveRequests]) give.run(tx, both);
  // Two agents of one PC: the one of the record that stays is known, the other one asks anew.
  dropCredential.run(tx, both);
  for (const { commandid } of unfinishedOf.all(tx, both))
    fail(tx, commandid, 'the record of the PC went into another one');
}
