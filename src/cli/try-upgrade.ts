import { spawn } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE, SINGLE_FILES } from '../kit/backup/manifest.ts';
import { type Config, flagsOf } from '../kit/config.ts';
import type { Log } from '../kit/log.ts';
import { ownProgram } from '../kit/program/own-program.ts';
import { swapProgram } from '../kit/program/swap-program.ts';
import { clearUpgrade, stagedProgram, trialData, writeUpgradeState } from '../kit/program/upgrade-state.ts';
import { reasonOf } from '../kit/reason.ts';
import type { UpgradeRequest } from '../kit/restore/relay.ts';

/** A new program that neither prints a line nor writes to its database for so long has failed its trial. */
const SILENT_MS = 60_000;
const LOOK_EACH_MS = 500;
/** Lines of its output that the log keeps when the trial fails. */
const MAX_LINES = 20;
const SUPPORT = 'Send the log and a support bundle (millwright support FILE) to the maker of this program.';

interface TryOptions {
  config: Config;
  log: Log;
  out(line: string): void;
  /** Settles when the appliance is to stop. */
  stopped: Promise<undefined>;
  /** The file that is replaced. */
  program?: string;
  silentMs?: number;
}

/**
 * Tries the staged program out on a copy of the data, which nobody has open, and puts it in the place of this program
 * when it passes. Returns whether it did. Otherwise this program and its data are as they were, and the state of the
 * upgrade says why.
 */
export async function tryUpgrade(request: UpgradeRequest, options: TryOptions): Promise<boolean> {
  const { config, log, out, program = ownProgram().path } = options;
  const { data } = config;
  const from = ownProgram().version;
  const state = { from, to: request.version, by: request.by, userid: request.userid, isrecorded: false };
  const write = (now: 'trial' | 'swapped' | 'returned', reason: string | null) =>
    writeUpgradeState(data, { ...state, state: now, reason, date: new Date().toISOString() });
  out(`Upgrading from ${from} to ${request.version}: trying the new program out on a copy of the data.`);
  try {
    write('trial', null);
    copyData(data);
    await runTrial(options);
    swapProgram(stagedProgram(data), program);
    write('swapped', null);
    log.info('program upgraded', { from, to: request.version });
    return true;
  } catch (cause) {
    const reason = `${reasonOf(cause)} Version ${from} continues with its data. ${SUPPORT}`;
    log.error('program not upgraded', { from, to: request.version, cause });
    out(`The upgrade to ${request.version} failed: ${reason}`);
    write('returned', reason);
    return false;
  } finally {
    clearUpgrade(data);
    log.flush();
  }
}

function copyData(data: string): void {
  const copy = trialData(data);
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true, mode: 0o700 });
  const names = [DATABASE, `${DATABASE}-wal`, ...SINGLE_FILES];
  for (const name of names.filter((one) => existsSync(join(data, one))))
    copyFileSync(join(data, name), join(copy, name));
  if (existsSync(join(data, 'certs'))) cpSync(join(data, 'certs'), join(copy, 'certs'), { recursive: true });
}

/** Runs the trial of the staged program to its end. Throws an Error with the reason when it does not pass. */
async function runTrial({ config, log, stopped, silentMs = SILENT_MS }: TryOptions): Promise<void> {
  const copy = trialData(config.data);
  const child = spawn(stagedProgram(config.data), ['trial', ...flagsOf({ ...config, data: copy })], {
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const lines: string[] = [];
  let lastSign = performance.now();
  const hear = (piece: Buffer) => {
    lastSign = performance.now();
    lines.push(...piece.toString().trim().split('\n'));
    lines.splice(0, lines.length - MAX_LINES);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const { promise: ended, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('close', resolve);
  void stopped.then(() => reject(new Error('The appliance was stopped during the trial.')));
  const files = new ChangingFiles(copy);
  const timer = setInterval(
    () => {
      if (files.haveChanged()) lastSign = performance.now();
      if (performance.now() - lastSign > silentMs)
        reject(new Error(`The new program gave no sign of life for ${silentMs / 1000} seconds.`));
    },
    Math.min(LOOK_EACH_MS, silentMs),
  );
  try {
    const code = await ended;
    if (code !== 0) throw new Error(lastLine(lines) ?? `The new program ended with code ${code}.`);
  } catch (cause) {
    log.error('trial of the new program failed', { lines });
    throw cause;
  } finally {
    clearInterval(timer);
    await killed(child);
  }
}

/** The sentence that a program ends with when it fails. */
const lastLine = (lines: readonly string[]): string | undefined =>
  lines.at(-1)?.replace(/^millwright: /, '') || undefined;

/** The copy of the data may be removed only once nobody writes to it. */
function killed(child: ReturnType<typeof spawn>): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null)
    return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

/** The files of a folder whose sizes and times show that a long migration is at work. */
class ChangingFiles {
  private last = '';

  constructor(private readonly folder: string) {}

  /** Reports whether one of them has changed since the last call. */
  haveChanged(): boolean {
    const now = readdirSync(this.folder)
      .map((name) => statSync(join(this.folder, name), { throwIfNoEntry: false }))
      .map((stat) => `${stat?.size}/${stat?.mtimeMs}`)
      .join();
    const haveChanged = now !== this.last;
    this.last = now;
    return haveChanged;
  }
}
