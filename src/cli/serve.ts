import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { rollBackRestore } from '../features/appliancebackups/index.ts';
import type { Output } from '../kit/cli.ts';
import type { Config } from '../kit/config.ts';
import { restrictDataAccess } from '../kit/doctor/private-data.ts';
import { errorMessageOf } from '../kit/error-message.ts';
import type { UiFiles } from '../kit/http/static-ui.ts';
import { openLog } from '../kit/log.ts';
import type { Plugin } from '../kit/plugin.ts';
import { describeOwnProgram } from '../kit/program/own-program.ts';
import { isOnTrial } from '../kit/restore/plan.ts';
import { withDiskErrorMessages } from './disk-errors.ts';
import { isPortTaken, retryUntilPortIsFree } from './own-port.ts';
import { takeOwnership } from './ownership.ts';
import { isUnproven, returnToPrevious } from './return-to-previous.ts';
import { type RunOptions, type ServerRun, startServerRun } from './run.ts';
import { isPipe, onEndOf, STANDARD_INPUT } from './standard-input.ts';
import { isFirstRunOfService, RESTART_EXIT_CODE, runSupervised, startSuccessor } from './successor.ts';
import { tryUpgrade } from './try-upgrade.ts';

/**
 * Runs the appliance until a signal stops it. Returns the exit code: 0, or that of a successor or restart.
 */
export const serve = (
  config: Config,
  plugins: readonly Plugin[],
  ui: UiFiles,
  output: Output,
): Promise<number> => withDiskErrorMessages(config, () => serveUntilStopped(config, plugins, ui, output));

async function serveUntilStopped(
  config: Config,
  plugins: readonly Plugin[],
  ui: UiFiles,
  { out, err }: Output,
): Promise<number> {
  mkdirSync(config.data, { recursive: true, mode: 0o700 });
  restrictDataAccess(config.data);
  if (isFirstRunOfService(config)) return runSupervised(config, { out, stopped: stopSignal(config) });
  // The ownership lasts from the first run to the last, so that no other process can take it between two
  // runs.
  let release = takeOwnership(config.data);
  // Signals are handled from the start: one during a migration ends the appliance cleanly after it.
  const stopped = stopSignal(config);
  try {
    const log = openLog(join(config.data, 'logs'), err);
    const ground = { config, plugins, ui, log, out };
    let isStopped = false;
    void stopped.then(() => {
      isStopped = true;
    });
    for (let run = await beginFirst(ground); ; ) {
      if (!run) return RESTART_EXIT_CODE;
      const request = await Promise.race([stopped, run.restartRequest]);
      await run.end();
      if (!request) return 0;
      const next = { ...ground, config: sameAgain(run.config) };
      if (typeof request === 'function') request();
      else if (await tryUpgrade(request, { ...next, stopped })) {
        release();
        release = () => undefined;
        return await startSuccessor(next.config, { out, stopped });
      }
      if (isStopped) return 0;
      run = await retryUntilPortIsFree(() => beginOrGoBack(next));
    }
  } finally {
    release();
  }
}

/**
 * Starts the first run. When a new program fails to serve, restores the previous one and returns undefined;
 * the caller then starts the previous program. Throws the error when nothing could be restored.
 */
async function beginFirst(ground: RunOptions): Promise<ServerRun | undefined> {
  const { data } = ground.config;
  if (!isUnproven(data)) return beginOrGoBack(ground);
  try {
    return await retryUntilPortIsFree(() => beginOrGoBack(ground));
  } catch (cause) {
    ground.log.error('new program failed to start; restoring previous program', { cause });
    returnToPrevious(data, describeOwnProgram().path, errorMessageOf(cause));
    if (isUnproven(data)) throw cause;
    return undefined;
  }
}

/** Returns the configuration without the options for a single start. */
const sameAgain = (config: Config): Config => ({ ...config, newSecrets: false, newCertificate: false });

/**
 * Starts a run. When restored data cannot be served, for a reason other than a port in use, moves the
 * previous data back in and starts again.
 */
async function beginOrGoBack(ground: RunOptions): Promise<ServerRun> {
  try {
    return await startServerRun(ground);
  } catch (cause) {
    const { data } = ground.config;
    if (isPortTaken(cause) || !isOnTrial(data)) throw cause;
    ground.log.error('start with restored data failed; restoring previous data', { cause });
    rollBackRestore(data, cause);
    return startServerRun(ground);
  }
}

function stopSignal(config: Config): Promise<undefined> {
  return new Promise((resolve) => {
    const stop = () => resolve(undefined);
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
    // The terminal in which the appliance was started was closed.
    process.once('SIGHUP', stop);
    // Ctrl+Break.
    if (process.platform === 'win32') process.once('SIGBREAK', stop);
    // The Windows service wrapper, and the program that started this one after an upgrade, close standard
    // input.
    if ((config.service || config.hasParent) && isPipe(STANDARD_INPUT)) onEndOf(STANDARD_INPUT, stop);
  });
}
