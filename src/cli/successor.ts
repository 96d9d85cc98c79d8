import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { type Config, flagsOf, PARENT } from '../kit/config.ts';
import { describeOwnProgram } from '../kit/program/own-program.ts';
import { takeOwnership } from './ownership.ts';
import { isUnproven, returnToPrevious } from './return-to-previous.ts';
import { ChangingFiles, killGroup } from './trial-process.ts';

/** The exit code that requests a restart from the service, or from the program that started this process. */
export const RESTART_EXIT_CODE = 75;
/** The previous program is restored when the new one neither serves nor writes within this time. */
const SILENT_MS = 60_000;
const LOOK_EACH_MS = 250;

interface SuccessorOptions {
  out(line: string): void;
  /** Resolves when the appliance must stop. */
  stopped: Promise<undefined>;
  program?: string;
  silentMs?: number;
}

/**
 * Starts the program that replaced this one. A service does so itself, after the exit code
 * `RESTART_EXIT_CODE`. For a process that was started by hand, the new program runs as its child, and the
 * exit code of the child is returned. A child that requests a restart is started again. A child that fails to
 * serve is replaced by the previous program with its data.
 */
export async function startSuccessor(config: Config, options: SuccessorOptions): Promise<number> {
  if (config.unit || config.service || config.hasParent) {
    options.out('The new program is installed. This process exits so that the service starts it.');
    return RESTART_EXIT_CODE;
  }
  for (;;) {
    const code = await runSupervised(config, options);
    if (code !== RESTART_EXIT_CODE) return code;
  }
}

/**
 * Reports whether a service started this program, which an upgrade installed and which has not served yet.
 */
export const isFirstRunOfService = (config: Config): boolean =>
  (config.unit || config.service) && !config.hasParent && isUnproven(config.data);

/**
 * Runs the appliance in a child of the same program and monitors it, so that a hanging program is replaced by
 * the previous one. Returns the exit code of the child, or RESTART_EXIT_CODE after the previous program was
 * restored.
 */
export async function runSupervised(config: Config, options: SuccessorOptions): Promise<number> {
  const { out, stopped, program = describeOwnProgram().path } = options;
  const child = spawn(program, ['serve', ...flagsOf(config)], {
    env: { ...process.env, [PARENT]: '1' },
    // When this process ends for any reason, the pipe closes and the child stops.
    stdio: ['pipe', 'inherit', 'inherit'],
    // Ctrl+C reaches this process alone, which passes it on.
    detached: process.platform !== 'win32',
  });
  // The child process may have ended already, and closing its standard input then fails.
  child.stdin.on('error', () => undefined);
  out(`The program runs as process ${child.pid} and stops together with this process.`);
  let isStopped = false;
  void stopped.then(() => {
    isStopped = true;
    child.stdin.end();
  });
  const ended = endOf(child);
  if (!isUnproven(config.data)) return ended;
  const failure = await findFailure(child, ended, config.data, options.silentMs ?? SILENT_MS);
  if (failure === undefined || isStopped) return ended;
  await killGroup(child);
  const release = takeOwnership(config.data);
  returnToPrevious(config.data, program, failure);
  release();
  out(`The new program did not start: ${failure} The previous version starts again.`);
  return RESTART_EXIT_CODE;
}

const endOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });

/**
 * Waits for the new program. Returns undefined when it serves, or the reason when it has ended or shows no
 * activity.
 */
async function findFailure(
  child: ChildProcess,
  ended: Promise<number>,
  data: string,
  silentMs: number,
): Promise<string | undefined> {
  let code: number | undefined;
  ended.then(
    (one) => {
      code = one;
    },
    () => {
      code = 127;
    },
  );
  const files = new ChangingFiles(data);
  for (let lastSign = performance.now(); ; await delay(LOOK_EACH_MS)) {
    if (!isUnproven(data)) return undefined;
    if (code !== undefined) return `It exited with code ${code}.`;
    if (files.haveChanged()) lastSign = performance.now();
    if (performance.now() - lastSign > silentMs)
      return `It did not respond for ${silentMs / 1000} seconds (process ${child.pid}).`;
  }
}
