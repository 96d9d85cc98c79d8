import { spawn } from 'node:child_process';

const MAX_OUTPUT_LENGTH = 64 * 1024;

/**
 * Runs a program with a list of arguments, which no shell interprets, and a text as standard input. Returns
 * about the first 64 KiB of both its outputs. Rejects with a message when it is missing, fails or takes
 * longer than `ms`, by default 15 s.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  { input = '', ms = 15_000, env = {} }: { input?: string; ms?: number; env?: Record<string, string> } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
      env: { ...process.env, ...env },
      timeout: ms,
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      if (output.length < MAX_OUTPUT_LENGTH) output += chunk.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => reject(new Error(`${program}: ${error.message}`)));
    child.once('close', (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${program} ended with ${code ?? signal}: ${output.trim().slice(0, 500)}`));
    });
    // The program may have ended without reading its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
