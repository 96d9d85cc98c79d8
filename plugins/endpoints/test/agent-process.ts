import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Appliance } from '../../../test/browser/harness.ts';
import { keyPinOf } from '../agent/connection.ts';

const root = join(import.meta.dir, '../../..');
const program = [process.execPath, '--no-env-file', 'src/main.ts', 'agent'];

/** Runs a command of the agent and waits for its exit. */
export async function runAgentProgram(...args: string[]) {
  const child = Bun.spawn([...program, ...args], { cwd: root, stdout: 'pipe', stderr: 'pipe' });
  const [code, out, err] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code, out: out.trim(), err: err.trim() };
}

/** Starts an agent process that keeps running and calls at once, also on a PC that has just started. */
export const startAgentProcess = (...args: string[]) =>
  Bun.spawn([...program, 'run', '--startup-jitter', '0', ...args], {
    cwd: root,
    stdout: 'ignore',
    stderr: 'inherit',
  });

/** Returns the pin that an admin copies from the certificate page. */
export function pinOfAppliance({ data }: Appliance): string {
  const pem = readFileSync(join(data, 'certs/server.pem'), 'utf8');
  return keyPinOf(Buffer.from(/-----BEGIN CERTIFICATE-----([^-]+)/.exec(pem)![1]!, 'base64'));
}
