import { createHash } from 'node:crypto';
import { createSystemContext, type WriteContext } from '../../../src/kit/data/tx.ts';
import { AppError, notFound } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { assetMismatchError } from '../agent-credentials.ts';
import { computeQueueCutoff } from './claim.ts';
import { failCommand } from './fail.ts';
import { Polls } from './polls.ts';
import { commandById, finishCommand, overdueCommands, staleCommands } from './queries.ts';
import type { CommandResult } from './schemas.ts';

/** Characters of an output that are stored. The rest is cut off. */
export const MAX_OUTPUT_LENGTH = 256 * 1024;

/**
 * Stores the result of a command, with its output cut to `MAX_OUTPUT_LENGTH` characters, and wakes the poll
 * of its PC. The same result again changes nothing. Throws 404 for an unknown command, 403 for a command of
 * another PC, and 409 when the command is no longer in flight.
 */
export function recordResult(
  host: Host,
  context: WriteContext,
  assetid: number,
  commandid: number,
  result: CommandResult,
): void {
  const resultdigest = createHash('sha256').update(JSON.stringify(result)).digest('hex');
  host.db.transact(context, 'endpoints.command.finished', (tx) => {
    const row = commandById.get(tx, { commandid });
    if (!row) throw notFound('Command');
    if (row.assetid !== assetid) throw assetMismatchError();
    if (row.resultdigest === resultdigest) return;
    if (row.state !== 'pending')
      throw new AppError('CONFLICT', `This command is ${row.state}${row.reason ? `: ${row.reason}` : ''}.`, {
        field: 'commandid',
      });
    const { status: state, exitcode = null, durationms = null } = result;
    const output = result.output?.slice(0, MAX_OUTPUT_LENGTH) ?? null;
    finishCommand.run(tx, {
      commandid,
      state,
      reason: null,
      exitcode,
      output,
      durationms,
      resultdigest,
      at: tx.at,
    });
    const details = { commandid, action: row.action, state, exitcode };
    tx.audit({ entitytype: 'asset', entityid: assetid, details, undoable: false });
  });
  host.getInstance(Polls).wake(assetid);
}

/**
 * Fails commands whose result is overdue and those that no agent fetched within a week. Wakes the polls of
 * their PCs.
 */
export function expireCommands(host: Host): void {
  const { value } = host.db.transact(createSystemContext(), 'endpoints.command.reaped', (tx) => {
    const late = overdueCommands.all(tx, { at: tx.at });
    const old = staleCommands.all(tx, { before: computeQueueCutoff(tx.at) });
    for (const { commandid } of late) failCommand(tx, commandid, 'timed out');
    for (const { commandid } of old) failCommand(tx, commandid, 'expired');
    return [...late, ...old];
  });
  for (const { assetid } of value) host.getInstance(Polls).wake(assetid);
}
