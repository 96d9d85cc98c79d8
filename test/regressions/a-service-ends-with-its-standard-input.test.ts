import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { createScratchDirectory } from '../faults/process.ts';

setDefaultTimeout(120_000);

/** Starts the server like the wrapper of the Windows service. Returns once it listens. */
async function startService(stdin: 'pipe' | 'ignore') {
  const data = join(createScratchDirectory('service'), 'data');
  const flags = ['--data', data, '--host', '127.0.0.1', '--port', '0', '--no-tls'];
  const child = Bun.spawn([process.execPath, '--no-env-file', 'src/main.ts', 'serve', ...flags], {
    env: { ...process.env, MILLWRIGHT_SERVICE: '1' },
    stdin,
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const reader = child.stdout.getReader();
  for (let output = ''; ; ) {
    const { value, done } = await reader.read();
    if (done) throw new Error('The service ended before it listened.');
    output += new TextDecoder().decode(value);
    const url = /listening on (\S+)\n/.exec(output)?.[1];
    if (url) return { child, url };
  }
}

test('the service exits with 0 when its wrapper closes the standard input', async () => {
  const { child, url } = await startService('pipe');
  expect((await fetch(url)).status).toBe(200);
  child.stdin?.end();
  expect(await child.exited).toBe(0);
});

test('the service without standard input runs until SIGTERM', async () => {
  const { child, url } = await startService('ignore');
  for (let n = 0; n < 20; n++) expect((await fetch(url)).status).toBe(200);
  expect(child.exitCode).toBeNull();
  child.kill('SIGTERM');
  expect(await child.exited).toBe(0);
});
