import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { type Config, flagsOf, PARENT } from '../kit/config.ts';
import { ownProgram } from '../kit/program/own-program.ts';

/** The exit code with which this process asks its service, or the program that started it, to start it again. */
export const START_AGAIN = 75;

interface SuccessorOptions {
  out(line: string): void;
  /** Settles when the appliance is to stop. */
  stopped: Promise<undefined>;
}

/**
 * Starts the program that took the place of this one. A service does so by itself, after the exit code START_AGAIN. For
 * a process that was started by hand, the new program runs as its child, and the code of the child is returned once it
 * has ended.
 */
export async function startSuccessor(config: Config, options: SuccessorOptions): Promise<number> {
  if (config.unit || config.service || config.hasParent) {
    options.out('The new program is in place. This process ends so that its service starts it.');
    return START_AGAIN;
  }
  for (;;) {
    const code = await runChild(config, options);
    if (code !== START_AGAIN) return code;
  }
}

function runChild(config: Config, { out, stopped }: SuccessorOptions): Promise<number> {
  const child = spawn(ownProgram().path, ['serve', ...flagsOf(config)], {
    env: { ...process.env, [PARENT]: '1' },
    // When this process ends, whatever the reason, the pipe closes and the child stops.
    stdio: ['pipe', 'inherit', 'inherit'],
    // Ctrl+C reaches this process alone, which passes it on.
    detached: process.platform !== 'win32',
  });
  out(`The new program is in place and runs as process ${child.pid}. It stops together with this process.`);
  void stopped.then(() => child.stdin?.end());
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}
