import { join } from 'node:path';

/**
 * Runs a script of this folder in a process of its own, which has the globals of a page. Returns the JSON that
 * the script prints. Throws its error output when it fails.
 */
export async function runPageScript<T>(name: string, env: Record<string, string> = {}): Promise<T> {
  const globals = join(import.meta.dir, 'page-globals.ts');
  const child = Bun.spawn(
    [process.execPath, '--no-env-file', '--preload', globals, join(import.meta.dir, name)],
    { env: { ...process.env, ...env }, stdout: 'pipe', stderr: 'pipe' },
  );
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(errors);
  return JSON.parse(output) as T;
}
