import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, flagsOf, PARENT } from '../kit/config.ts';
import { endGroup } from '../kit/end-group.ts';
import { otherOwnerOf } from '../kit/program/as-owner.ts';
import { trialDataOf } from '../kit/program/upgrade-state.ts';

/** A trial fails when the new program neither prints a step nor writes to its database within this time. */
const SILENT_MS = 60_000;
/** The time limit of a trial, however much it prints and writes. */
const LONGEST_MS = 3_600_000;
const LOOK_EACH_MS = 500;
const MAX_LINES = 20;
const MAX_LINE_LENGTH = 500;

/** A new program that failed its trial. The message is the reason; `lines` are the end of its output. */
export class TrialError extends Error {
  lines: readonly string[] = [];
}

interface TrialOptions {
  config: Config;
  /** The file of the new program. */
  file: string;
  /** Resolves when the appliance must stop. */
  stopped: Promise<undefined>;
  silentMs?: number;
  longestMs?: number;
}

/** Runs the trial of a program over a copy of the data. Throws a `TrialError` when the program fails it. */
export async function runTrialProcess(options: TrialOptions): Promise<void> {
  const { config, file } = options;
  const child = spawn(file, ['trial', ...flagsOf(config)], {
    env: { ...process.env, [PARENT]: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    // The child leads a process group, so that all its child processes end with it.
    detached: process.platform !== 'win32',
    ...otherOwnerOf(config.data),
  });
  // The child process may have ended already, and writing to its standard input then fails.
  child.stdin.on('error', () => undefined);
  const lines: string[] = [];
  try {
    const code = await endOf(child, lines, options);
    if (code !== 0) throw new TrialError(lastLine(lines) ?? `The new program exited with code ${code}.`);
  } catch (cause) {
    throw Object.assign(cause instanceof TrialError ? cause : startError(cause), { lines });
  } finally {
    await killGroup(child);
  }
}

const startError = (cause: unknown): TrialError =>
  new TrialError(`The new program could not be started: ${cause instanceof Error ? cause.message : cause}`);

async function endOf(child: ChildProcess, lines: string[], options: TrialOptions): Promise<number | null> {
  const { config, stopped, silentMs = SILENT_MS, longestMs = LONGEST_MS } = options;
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const started = performance.now();
  let lastSign = started;
  child.stdout!.on('data', (piece: Buffer) => {
    lastSign = performance.now();
    keepLines(lines, piece);
  });
  child.stderr!.on('data', (piece: Buffer) => keepLines(lines, piece));
  child.once('error', reject);
  // The last lines arrive a moment after the exit, unless a child process still has the pipes open.
  child.once('exit', (code) => setTimeout(resolve, LOOK_EACH_MS / 10, code));
  child.once('close', resolve);
  void stopped.then(() => reject(new TrialError('The appliance was stopped during the trial run.')));
  const files = new ChangingFiles(trialDataOf(config.data));
  const timer = setInterval(
    () => {
      const now = performance.now();
      if (files.haveChanged()) lastSign = now;
      if (now - lastSign > silentMs)
        reject(new TrialError(`The new program did not respond for ${silentMs / 1000} seconds.`));
      if (now - started > longestMs)
        reject(new TrialError(`The trial run took longer than ${longestMs / 60_000} minutes.`));
    },
    Math.min(LOOK_EACH_MS, silentMs),
  );
  try {
    return await promise;
  } finally {
    clearInterval(timer);
  }
}

function keepLines(lines: string[], piece: Buffer): void {
  const text = piece.subarray(-MAX_LINES * MAX_LINE_LENGTH).toString();
  const fresh = text.split('\n').map((line) =>
    line
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, MAX_LINE_LENGTH),
  );
  lines.push(...fresh.filter((line) => line !== ''));
  lines.splice(0, lines.length - MAX_LINES);
}

/** Returns the last line of the output, where a program says why it failed; undefined without output. */
const lastLine = (lines: readonly string[]): string | undefined =>
  lines.at(-1)?.replace(/^millwright: */, '') || undefined;

/** Ends a program with all its child processes. Resolves when it has ended. */
export function killGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return Promise.resolve();
  const hasEnded = child.exitCode !== null || child.signalCode !== null;
  const ended = hasEnded
    ? Promise.resolve()
    : new Promise<void>((resolve) => child.once('exit', () => resolve()));
  endGroup(child.pid, 'SIGKILL');
  return ended;
}

/** The files of a folder, whose sizes and times show that a long migration makes progress. */
export class ChangingFiles {
  private last = '';

  constructor(private readonly folder: string) {}

  /**
   * Reports whether a file was added, changed or removed since the last call. The first call reports any
   * file.
   */
  haveChanged(): boolean {
    const names = existsSync(this.folder) ? readdirSync(this.folder) : [];
    const now = names
      .map((name) => statSync(join(this.folder, name), { throwIfNoEntry: false }))
      .map((stat) => `${stat?.size}/${stat?.mtimeMs}`)
      .join();
    const haveChanged = now !== this.last;
    this.last = now;
    return haveChanged;
  }
}
