import { spawn } from 'node:child_process';
import { endGroup } from '../../../src/kit/end-group.ts';
import type { CommandOutcome } from './outcome.ts';

const MAX_HEAD_BYTES = 240 * 1024;
const MAX_TAIL_BYTES = 8 * 1024;
/** Milliseconds between the request to end a program and its forced end. */
const KILL_AFTER_MS = 5000;
/**
 * Extra milliseconds for the output to close. A process that left the group of the program may have it open
 * forever.
 */
const LEAVE_AFTER_MS = 1000;

const isWindows = process.platform === 'win32';

export interface Execution {
  /**
   * False omits the output of the program from the outcome, unless a signal ended it before the time limit.
   */
  captureoutput: boolean;
  workingdirectory: string | null;
  timeoutseconds: number;
  /** Windows: passes the arguments unchanged as one command line. */
  verbatim?: boolean;
  /**
   * Lets processes that the program started continue after it ends. Without it, the agent waits for them too.
   */
  leavesbehind?: boolean;
}

/**
 * Runs a program until it ends or its time is over. At the time limit, it is ended together with the
 * processes of its group, and the outcome is failed. It is also failed for an exit code other than 0, and for
 * a program that cannot be started. The middle of an output above 248 KiB is left out.
 */
export function execute(
  program: string,
  args: readonly string[],
  { captureoutput, workingdirectory, timeoutseconds, verbatim = false, leavesbehind = false }: Execution,
): Promise<CommandOutcome> {
  return new Promise((resolve) => {
    const began = performance.now();
    const child = spawn(program, args, {
      cwd: workingdirectory ?? undefined,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own lets the agent end the program together with the processes it started.
      detached: !isWindows,
      windowsHide: true,
      windowsVerbatimArguments: verbatim,
    });
    const output = new CapturedOutput();
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
    const finish = (outcome: CommandOutcome) => {
      for (const timer of [soft, hard, leave]) clearTimeout(timer);
      resolve({ ...outcome, durationms: Math.round(performance.now() - began) });
    };
    child.once('error', (error) =>
      finish({ status: 'failed', output: `The program could not be started: ${error.message}` }),
    );
    const close = (code: number | null, signal: NodeJS.Signals | null) => {
      const late = isLate ? `\nThe program was stopped after ${timeoutseconds} s.` : '';
      finish({
        status: code === 0 && !isLate ? 'succeeded' : 'failed',
        exitcode: code,
        output: captureoutput || isLate ? `${captureoutput ? output.text() : ''}${late}` : undefined,
        ...(signal && !isLate && { output: `${output.text()}\nThe program was stopped by ${signal}.` }),
      });
    };
    child.once('close', close);
    // The output of remaining processes is still read. Without a reader, they would be terminated when they
    // print.
    if (leavesbehind)
      child.once('exit', (code, signal) => setTimeout(() => isLate || close(code, signal), LEAVE_AFTER_MS));
  });
}

/** The first and last bytes of an output. The bytes in between are only counted. */
class CapturedOutput {
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private bytesLeft = 0;
  private end: Buffer = Buffer.alloc(0);

  add(chunk: Buffer): void {
    const head = chunk.subarray(0, Math.max(MAX_HEAD_BYTES - this.size, 0));
    this.chunks.push(head);
    this.size += head.byteLength;
    const after = chunk.subarray(head.byteLength);
    this.bytesLeft += after.byteLength;
    this.end = Buffer.concat([this.end, after]).subarray(-MAX_TAIL_BYTES);
  }

  text(): string {
    const between = this.bytesLeft - this.end.byteLength;
    const more = between > 0 ? `\n… ${between} more bytes …\n` : '';
    return `${textOf(...this.chunks)}${more}${textOf(this.end)}`;
  }
}

const textOf = (...parts: readonly Buffer[]): string =>
  Buffer.concat(parts).toString('utf8').replaceAll('\u0000', '');
