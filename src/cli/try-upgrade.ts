import { rmSync } from 'node:fs';
import type { Config } from '../kit/config.ts';
import { errorMessageOf } from '../kit/error-message.ts';
import type { Log } from '../kit/log.ts';
import { asOwnerOf } from '../kit/program/as-owner.ts';
import { copyData } from '../kit/program/data-copy.ts';
import { describeOwnProgram } from '../kit/program/own-program.ts';
import { swapProgram, undoSwap } from '../kit/program/swap-program.ts';
import {
  previousDataOf,
  removeStaging,
  trialDataOf,
  type UpgradeState,
  writeUpgradeState,
} from '../kit/program/upgrade-state.ts';
import type { UpgradeRequest } from '../kit/restore/relay.ts';
import { runTrialProcess, TrialError } from './trial-process.ts';

const SUPPORT = 'Send the log and a support bundle (millwright support FILE) to the vendor of Millwright.';

interface TryOptions {
  config: Config;
  log: Log;
  out(line: string): void;
  /** Resolves when the appliance must stop. */
  stopped: Promise<undefined>;
  /** The file that is replaced. */
  program?: string;
  silentMs?: number;
}

/**
 * Tries a new program on a copy of the closed data, and replaces this program when the trial succeeds. A copy
 * of the data stays until the new program serves them. Reports whether the trial succeeded. Otherwise this
 * program and its data are unchanged, and the state of the upgrade contains the reason.
 */
export async function tryUpgrade(request: UpgradeRequest, options: TryOptions): Promise<boolean> {
  const { config, log, out } = options;
  const { data } = config;
  const from = describeOwnProgram().version;
  const { id, version: to, by, userid } = request;
  const write = (state: UpgradeState['state'], reason: string | null) =>
    asOwnerOf(data, () => {
      const date = new Date().toISOString();
      writeUpgradeState(data, { id, state, from, to, date, by, userid, reason, isrecorded: false });
    });
  out(`Upgrading from ${from} to ${to}. The new version runs on a copy of the data first.`);
  try {
    write('trial', null);
    await tryAndSwap(request, options, () => write('swapped', null));
    removeStaging(data, id);
    log.info('upgraded program', { from, to });
    return true;
  } catch (cause) {
    log.error('upgrade failed', { from, to, cause, lines: cause instanceof TrialError && cause.lines });
    for (const copy of [trialDataOf(data), previousDataOf(data)])
      rmSync(copy, { recursive: true, force: true });
    removeStaging(data, id);
    const advice = cause instanceof TrialError ? ` ${SUPPORT}` : '';
    const reason = `${errorMessageOf(cause)} Version ${from} continues with its data.${advice}`;
    out(`The upgrade to ${to} failed: ${reason}`);
    writeOrLog(() => write('returned', reason), log);
    return false;
  } finally {
    log.flush();
  }
}

async function tryAndSwap({ file }: UpgradeRequest, options: TryOptions, record: () => void): Promise<void> {
  const { data } = options.config;
  const { program = describeOwnProgram().path } = options;
  await runTrialProcess({ ...options, file });
  asOwnerOf(data, () => copyData(data, previousDataOf(data)));
  swapProgram(file, program);
  try {
    record();
  } catch (cause) {
    undoSwap(program);
    throw cause;
  }
}

/** Logs an error of `work`, because a full disk must not keep the previous program from serving. */
function writeOrLog(work: () => void, log: Log): void {
  try {
    work();
  } catch (cause) {
    log.error('writing the upgrade state failed', { cause });
  }
}
