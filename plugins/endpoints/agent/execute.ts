import { execFileSync, spawn } from 'node:child_process';
import type { Outcome } from './outcome.ts';

const MOST_OUTPUT = 256 * 1024;
/** After the time is over a program is asked to end, and a little later made to. */
const KILL_AFTER_MS = 5000;
/** What left the group of its program may hold its output open for ever: nobody waits longer for that. */
const LEAVE_AFTER_MS = 1000;

const isWindows = process.platform === 'win32';

export interface Execution {
  captureoutput: boolean;
  workingdirectory: string | null;
  timeoutseconds: number;
  /** Windows: the arguments are one command line, as it is. */
  verbatim?: boolean;
}

/** Runs a program to its end, or to that of its time; what it has started ends with it. */
export function execute(
  program: string,
  args: readonly string[],
  { captureoutput, workingdirectory, timeoutseconds, verbatim = false }: Execution,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const began = performance.now();
    const child = spawn(program, args, {
      cwd: workingdirectory ?? undefined,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that what it has started ends with it.
      detached: !isWindows,
      windowsHide: true,
      windowsVerbatimArguments: verbatim,
    });
    const output = new Tail(MOST_OUTPUT);
    child.stdout.on('data', (chunk: Buffer) => output.add(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.add(chunk));
    let isLate = false;
    const end = (signal: NodeJS.Signals) => {
      isLate = true;
      endGroup(child.pid, signal);
    };
    const soft = setTimeout(() => end('SIGTERM'), timeoutseconds * 1000);
    const hard = setTimeout(() => end('SIGKILL'), timeoutseconds * 1000 + KILL_AFTER_MS);
    const leave = setTimeout(
      () => {
        child.stdout.destroy();
        child.stderr.destroy();
        close(child.exitCode, null);
      },
      timeoutseconds * 1000 + KILL_AFTER_MS + LEAVE_AFTER_MS,
    );
    const finish = (outcome: Outcome) => {
      for (const timer of [soft, hard, leave]) clearTimeout(timer);
      resolve({ ...outcome, durationms: Math.round(performance.now() - began) });
    };
    child.once('error', (error) =>
      finish({ status: 'failed', output: `It could not be started: ${error.message}` }),
    );
    const close = (code: number | null, signal: NodeJS.Signals | null) => {
      const late = isLate ? `\nIt was ended after ${timeoutseconds} seconds.` : '';
      finish({
        status: code === 0 && !isLate ? 'succeeded' : 'failed',
        exitcode: code,
        output: captureoutput || isLate ? `${captureoutput ? output.text() : ''}${late}` : undefined,
        ...(signal && !isLate && { output: `${output.text()}\nIt was ended by ${signal}.` }),
      });
    };
    child.once('close', close);
  });
}

function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    // Windows knows no groups: the program is ended with all that it has started.
    if (isWindows) execFileSync('taskkill.exe', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
    else process.kill(-pid, signal);
  } catch {
    // It ended by itself in this moment.
  }
}

/** The first bytes of a stream; what comes after is counted. */
class Tail {
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private left = 0;

  constructor(private readonly most: number) {}

  add(chunk: Buffer): void {
    const kept = chunk.subarray(0, Math.max(this.most - this.size, 0));
    this.chunks.push(kept);
    this.size += kept.byteLength;
    this.left += chunk.byteLength - kept.byteLength;
  }

  text(): string {
    const more = this.left > 0 ? `\n… ${this.left} more bytes` : '';
    return `${Buffer.concat(this.chunks).toString('utf8').replaceAll('\u0000', '')}${more}`;
  }
}
