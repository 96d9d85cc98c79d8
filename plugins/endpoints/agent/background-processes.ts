import { spawn } from 'node:child_process';

const MAX_OUTPUT_LENGTH = 4096;

export interface BackgroundRunOptions {
  /** Milliseconds after which the program is ended. */
  ms: number;
  /** Ends the program early. */
  signal: AbortSignal;
  /** Called with all standard output so far, each time there is more, until it has about 4096 characters. */
  onOutput?(output: string): void;
}

/** Result of a program that ended by itself. Undefined when it is missing or was ended. */
export type ProgramExit = { code: number; output: string } | undefined;

/** Programs that run in the background, with a maximum number. None starts once the agent stops. */
export class BackgroundProcesses {
  private readonly running = new Set<() => void>();

  constructor(
    private readonly stopSignal: AbortSignal,
    private readonly most = 24,
  ) {}

  get count(): number {
    return this.running.size;
  }

  /**
   * Runs a program with a list of arguments. Resolves when it ends. Ends the oldest running program when the
   * maximum is reached. Never rejects.
   */
  run(
    program: string,
    args: readonly string[],
    { ms, signal, onOutput }: BackgroundRunOptions,
  ): Promise<ProgramExit> {
    const ends = AbortSignal.any([this.stopSignal, signal]);
    if (ends.aborted) return Promise.resolve(undefined);
    if (this.running.size >= this.most) this.running.values().next().value!();
    return new Promise((resolve) => {
      const child = spawn(program, [...args], { stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true });
      let output = '';
      const settle = (ended: ProgramExit) => {
        clearTimeout(late);
        ends.removeEventListener('abort', end);
        this.running.delete(end);
        resolve(ended);
      };
      const end = () => {
        child.kill();
        // A process that the program started may still have the pipe open.
        child.stdout.destroy();
        settle(undefined);
      };
      const late = setTimeout(end, ms);
      ends.addEventListener('abort', end, { once: true });
      this.running.add(end);
      child.stdout.on('data', (chunk: Buffer) => {
        if (output.length >= MAX_OUTPUT_LENGTH) return;
        output += chunk.toString('utf8');
        onOutput?.(output);
      });
      child.once('error', () => settle(undefined));
      child.once('close', (code) => settle(code === null ? undefined : { code, output }));
    });
  }
}
