import { join } from 'node:path';

/** Result of an upgrade in a separate process. */
export interface SteppedUpgrade {
  /** Null when a signal ended the process. */
  code: number | null;
  signal: NodeJS.Signals | number | null;
  /** The completed steps, in order. */
  steps: string[];
  stderr: string;
}

/** Upgrades the data in a process that kills itself, or fills its disk, right after the step. */
export async function upgradeToStep(
  data: string,
  deed: 'kill' | 'fill' | 'watch',
  step = '',
): Promise<SteppedUpgrade> {
  const program = join(import.meta.dir, 'upgrade-to-step.ts');
  const child = Bun.spawn([process.execPath, '--no-env-file', program, data, deed, step], {
    cwd: join(import.meta.dir, '../..'),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code: child.exitCode, signal: child.signalCode, steps: stdout.trim().split('\n'), stderr };
}
