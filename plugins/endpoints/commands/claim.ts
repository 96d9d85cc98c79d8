import { createSystemContext } from '../../../src/kit/data/tx.ts';
import type { Host } from '../../../src/kit/host.ts';
import { readPausedSince } from '../../../src/kit/outbox/pause-deliveries.ts';
import { failCommand } from './fail.ts';
import { claimNext, queuedCommandsOf, revisionOf } from './queries.ts';

/** A command as its agent receives it. */
export interface ClaimedCommand {
  commandid: number;
  action: string;
  parameters: Record<string, unknown>;
  duedate: string | null;
}

const DAY_MS = 24 * 3600 * 1000;
const QUEUED_DAYS = 7;

/** Returns the creation time before which a queued command has expired. */
export const computeQueueCutoff = (at: string): string =>
  new Date(Date.parse(at) - QUEUED_DAYS * DAY_MS).toISOString();

/**
 * Claims the next command of a PC. Returns `idle` when none is queued, and undefined when none of the queued
 * ones may be claimed now. That is so while the PC is locked, another command is in flight, their batch is
 * not complete, or all have expired. After a restore, no command is claimed until an admin resumes
 * deliveries. A command whose script was changed fails, and the next one is claimed. The claim is stored in
 * the command itself and is not audited.
 */
export function claimCommand(host: Host, assetid: number): ClaimedCommand | 'idle' | undefined {
  if (host.db.read(readPausedSince) !== null) return undefined;
  for (;;) {
    const { value } = host.db.transact(createSystemContext(), 'endpoints.command.claimed', (tx) => {
      const row = claimNext.get(tx, { assetid, at: tx.at, since: computeQueueCutoff(tx.at) });
      if (!row) return { isIdle: queuedCommandsOf.get(tx, { assetid })!.n === 0 };
      const parameters = JSON.parse(row.payload) as Record<string, unknown>;
      const { scriptid, revision } = parameters;
      // A build of the agent has no script text that could have changed; it carries its own digest.
      if (row.action !== 'run_script' || parameters.package) return { claimed: { ...row, parameters } };
      const body = revisionOf.get(tx, { scriptid: Number(scriptid), revision: Number(revision) });
      if (body && body.sha256 === parameters.sha256)
        return { claimed: { ...row, parameters: { ...parameters, body: body.body } } };
      failCommand(tx, row.commandid, 'the script was changed after the command was queued');
      return { isUnfit: true };
    });
    if (value.claimed) {
      const { commandid, action, parameters, duedate } = value.claimed;
      return { commandid, action, parameters, duedate };
    }
    if (value.isIdle) return 'idle';
    if (!value.isUnfit) return undefined;
  }
}
