import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HANG_MS } from '../support/hang.ts';
import { codeBlocksOf, root } from './pages.ts';

setDefaultTimeout(2 * HANG_MS);

/** Folders and files that the tests of a plugin need. */
const COPIED = ['assets', 'build', 'docs', 'migrations', 'package.json', 'plugins', 'src', 'test'];
/** Contract tests that fail when the copy shares a name or a table with another plugin or with the example. */
const CONTRACT = ['plugins', 'tables', 'registers', 'tools-plugin'].map(
  (name) => `./test/contract/${name}.test.ts`,
);

/** The time limit with which `npm test` runs tests. */
const TIMEOUT = '--timeout=120000';

const tree = mkdtempSync(join(tmpdir(), 'millwright-plugin-'));
afterAll(() => rmSync(tree, { recursive: true, force: true }));

/** Copies the source tree. The packages and the built UI are links. */
function copySources(): void {
  for (const name of COPIED) cpSync(join(root, name), join(tree, name), { recursive: true });
  for (const name of ['node_modules', 'dist']) symlinkSync(join(root, name), join(tree, name));
}

/** Runs a command in the copy and returns its exit code, with its output when it failed. */
async function runInCopy(command: readonly string[]): Promise<[number, string]> {
  const child = Bun.spawn([...command], { cwd: tree, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return [code, code === 0 ? '' : out + err];
}

test('the commands of "Add a plugin" create a plugin that passes its test and the contract tests', async () => {
  copySources();
  const steps = codeBlocksOf('CONTRIBUTING.md')
    .flatMap(({ code }) => code.split('\n'))
    .filter((line) => /^(cp|sed) /.test(line));
  expect(steps).toHaveLength(5);
  expect(await runInCopy(['bash', '-e', '-c', steps.join('\n')])).toEqual([0, '']);
  const files = ['./plugins/mytools/test/tools.test.ts', ...CONTRACT];
  expect(await runInCopy([process.execPath, '--no-env-file', 'test', TIMEOUT, ...files])).toEqual([0, '']);
});
