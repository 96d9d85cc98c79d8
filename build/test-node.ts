import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from './check.ts';
import { addCpuTime } from './cpu-time.ts';
import { nativePackages } from './node.ts';
import { distDir, projectRoot } from './paths.ts';
import { complain, say } from './say.ts';
import { readSources, workerFiles } from './source-files.ts';
import { testsUnderNode } from './test-files.ts';

const standIn = join(projectRoot, 'test/support/bun-test-on-node.ts');
const options = [
  '--test',
  '--test-concurrency=2',
  '--test-timeout=120000',
  `--test-reporter=${join(projectRoot, 'build/node-reporter.mjs')}`,
  // That any certificate is taken: the tests make their own.
  '--disable-warning=Warning',
];

export interface NodeOutcome extends Outcome {
  skipped: number;
}

/** Bundles test files for Node.js, the appliance within, and runs them there with Node's own test runner. */
export async function runNodeTests(node: string): Promise<NodeOutcome> {
  const folder = join(distDir, `node-test-${process.pid}`);
  try {
    mkdirSync(join(folder, 'tmp'), { recursive: true });
    const files = await bundle(folder);
    say(`${files.length} test files again, under Node.js:`);
    return await run(node, files, join(folder, 'tmp'));
  } catch (error) {
    complain(`FAIL  the tests could not be run under Node.js: ${Bun.inspect(error)}`);
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Answers the paths of the bundles. They lie below the project, where Node finds the packages that stay outside. */
async function bundle(outdir: string): Promise<string[]> {
  const result = await Bun.build({
    entrypoints: readSources(...testsUnderNode).map(({ path }) => join(projectRoot, path)),
    root: projectRoot,
    outdir,
    target: 'node',
    format: 'esm',
    splitting: true,
    external: [...nativePackages, 'expect'],
    naming: { entry: '[dir]/[name].mjs', chunk: '[name]-[hash].mjs' },
    plugins: [
      {
        name: 'bun:test on Node.js',
        setup: (build) => void build.onResolve({ filter: /^bun:test$/ }, () => ({ path: standIn })),
      },
    ],
  });
  // Beside the chunks, as in the bundle of the appliance.
  await Bun.build({
    entrypoints: workerFiles().map((path) => join(projectRoot, path)),
    outdir,
    target: 'node',
    format: 'esm',
    naming: { entry: '[name].js' },
  });
  return result.outputs.filter(({ kind }) => kind === 'entry-point').map(({ path }) => path);
}

async function run(node: string, files: string[], tmp: string): Promise<NodeOutcome> {
  const child = Bun.spawn([node, ...options, ...files], {
    cwd: projectRoot,
    env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0', TMPDIR: tmp, TEMP: tmp, TMP: tmp },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const [output, code] = await Promise.all([show(child.stdout), child.exited]);
  addCpuTime(child);
  const counts = output.match(/^(\d+) passed, (\d+) failed, (\d+) skipped under Node\.js\n$/m);
  if (!counts) throw new Error(`Node.js ended with code ${code} before it had counted.`);
  const [passed = 0, failed = 0, skipped = 0] = counts.slice(1).map(Number);
  // A run that fails without a test that failed is a failure all the same.
  const failures = [...output.matchAll(/^\(failed\) (.*)$/gm)].map(([, name]) => `under Node.js: ${name}`);
  return { passed, failed: failed || Number(code !== 0), skipped, failures };
}

/** Shows what comes, as it comes, and answers all of it. */
async function show(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) {
    process.stdout.write(chunk);
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}
