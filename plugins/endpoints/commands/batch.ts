import { isPerson } from '../../../src/kit/actor.ts';
import { runBatchOperation } from '../../../src/kit/audit/batch-operation.ts';
import type { Tx, WriteContext } from '../../../src/kit/data/tx.ts';
import type { Host } from '../../../src/kit/host.ts';
import { Polls } from './polls.ts';
import { closeBatch, deleteCommandsOf, insertCommand, openBatch, openBatches } from './queries.ts';

/** Commands queued per step, before the time slice is checked. */
const SLICE_ROWS = 20;

export interface NewCommand {
  assetid: number;
  action: string;
  /** JSON text of the parameters in the request. */
  parameters: string;
  /** JSON text of the parameters that the agent receives. */
  payload: string;
  /** Seconds from the claim until the result is overdue. */
  limitseconds: number;
  isoverride: 0 | 1;
}

export interface QueuedCommand {
  assetid: number;
  commandid: number;
}

interface Batch {
  /** Audit action that all commands of the batch share. */
  action: string;
  details: Record<string, unknown>;
  commands: readonly NewCommand[];
}

/**
 * Queues commands for many PCs in several time slices, under one audit row. Returns their IDs in the order of
 * `commands`. Either all commands are queued or none. No PC receives one before all are queued; then the
 * waiting polls are woken in small groups. An empty list leaves no audit row.
 */
export async function queueBatch(
  host: Host,
  context: WriteContext,
  { action, details, commands }: Batch,
): Promise<QueuedCommand[]> {
  if (commands.length === 0) return [];
  const { actor } = context;
  const by = { userid: isPerson(actor) ? actor.userid : null, username: actor.name };
  const queued: QueuedCommand[] = [];
  let batchid: number | undefined;
  await runBatchOperation(host.db, context, {
    action,
    step: (tx) => {
      batchid ??= openBatch.get(tx)!.batchid;
      for (const one of commands.slice(queued.length, queued.length + SLICE_ROWS)) {
        const { commandid } = insertCommand.get(tx, { ...one, ...by, batchid, at: tx.at })!;
        queued.push({ assetid: one.assetid, commandid });
      }
      return queued.length < commands.length;
    },
    finish: (tx) => closeBatch.run(tx, { batchid: batchid! }),
    note: () => ({ entitytype: 'endpointcommand', entityid: null, details, undoable: false }),
    onRolledBack: (tx) => deleteOpenBatches(tx, batchid),
  });
  await host.getInstance(Polls).wakeMany(queued.map(({ assetid }) => assetid));
  return queued;
}

/**
 * Closes the open batch with the ID and deletes its commands. Without an ID, does so for all open batches: at
 * the start of the process these are the ones that its end interrupted.
 */
export function deleteOpenBatches(tx: Tx, batchid?: number): void {
  for (const open of openBatches.all(tx)) {
    if (batchid !== undefined && open.batchid !== batchid) continue;
    deleteCommandsOf.run(tx, open);
    closeBatch.run(tx, open);
  }
}
