import type { Tx } from '../../../src/kit/data/tx.ts';
import { finishCommand } from './queries.ts';

/** Ends a command as failed, without a result. */
export function failCommand(tx: Tx, commandid: number, reason: string): void {
  const nothing = { exitcode: null, output: null, durationms: null, resultdigest: null };
  finishCommand.run(tx, { commandid, state: 'failed', reason, ...nothing, at: tx.at });
}
