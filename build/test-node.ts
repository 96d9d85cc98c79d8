import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { addCpuTime } from './cpu-time.ts';
import { externalPackages } from './node.ts';
import { distDir, projectRoot } from './paths.ts';
import { printError, printLine } from './print-line.ts';
import { repeatFailures } from './repeat-failures.ts';
import { listWorkerFiles, readSources } from './source-files.ts';
import { type FileReports, NOT_RUN } from './test-bun.ts';
import { testsUnderNode } from './test-files.ts';
import type { FileReport } from './test-report.ts';

const PROCESSES = 2;
const standIn = join(projectRoot, 'test/support/bun-test-on-node.ts');
const options = [
  '--test',
  '--test-timeout=120000',
  `--test-reporter=${join(projectRoot, 'build/node-reporter.mjs')}`,
  // Suppresses the warning about disabled certificate checks. The tests create their own certificates.
  '--disable-warning=Warning',
];

/**
 * Bundles test files with the appliance for Node.js and runs them with its test runner. Failed files are run
 * once more. Returns the results by the path of the test file, followed by "under Node.js".
 */
export async function runNodeTests(node: string): Promise<FileReports> {
  const folder = join(distDir, `node-test-${process.pid}`);
  try {
    mkdirSync(join(folder, 'tmp'), { recursive: true });
    const bundles = await bundle(folder);
    printLine(`${bundles.size} test files again, under Node.js:`);
    const runOne = (title: string) => run(node, folder, bundles.get(title)!);
    return await repeatFailures(await runAll([...bundles.keys()], runOne), runOne);
  } catch (error) {
    printError(`FAIL  the tests could not be run under Node.js: ${Bun.inspect(error)}`);
    return new Map([['test files under Node.js', NOT_RUN]]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the paths of the bundles by the titles of their test files. They are in the project, where Node.js
 * finds its packages.
 */
async function bundle(outdir: string): Promise<Map<string, string>> {
  const result = await Bun.build({
    entrypoints: readSources(...testsUnderNode).map(({ path }) => join(projectRoot, path)),
    root: projectRoot,
    outdir,
    target: 'node',
    format: 'esm',
    splitting: true,
    external: [...externalPackages, 'expect'],
    naming: { entry: '[dir]/[name].mjs', chunk: '[name]-[hash].mjs' },
    plugins: [
      {
        name: 'bun:test on Node.js',
        setup: (build) => void build.onResolve({ filter: /^bun:test$/ }, () => ({ path: standIn })),
      },
    ],
  });
  // Workers are next to the chunks, as in the bundle of the appliance.
  await Bun.build({
    entrypoints: listWorkerFiles().map((path) => join(projectRoot, path)),
    outdir,
    target: 'node',
    format: 'esm',
    external: externalPackages,
    naming: { entry: '[name].js' },
  });
  const titleOf = (path: string) => relative(outdir, path).replaceAll('\\', '/').replace(/mjs$/, 'ts');
  const entries = result.outputs.filter(({ kind }) => kind === 'entry-point');
  return new Map(entries.map(({ path }) => [`${titleOf(path)} under Node.js`, path]));
}

/** Runs the files with these titles in parallel, one per process slot. */
async function runAll(
  titles: readonly string[],
  runOne: (title: string) => Promise<FileReport>,
): Promise<FileReports> {
  const reports: FileReports = new Map();
  const waiting = [...titles];
  const work = async () => {
    for (let title = waiting.shift(); title !== undefined; title = waiting.shift())
      reports.set(title, await runOne(title));
  };
  await Promise.all(Array.from({ length: PROCESSES }, work));
  return reports;
}

/** Runs one bundle in a separate process. A process without a report has failed. */
async function run(node: string, folder: string, bundle: string): Promise<FileReport> {
  const tmp = join(folder, 'tmp');
  const report = `${bundle}.json`;
  rmSync(report, { force: true });
  const child = Bun.spawn([node, ...options, bundle], {
    cwd: projectRoot,
    env: {
      ...process.env,
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      MILLWRIGHT_NODE_REPORT: report,
      ...{ TMPDIR: tmp, TEMP: tmp, TMP: tmp },
    },
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
  });
  const code = await child.exited;
  addCpuTime(child);
  if (!existsSync(report)) return NOT_RUN;
  const result = JSON.parse(readFileSync(report, 'utf8')) as FileReport;
  // A failed run without a failed test counts as a failure.
  if (code !== 0 && result.failures.length === 0) result.failures.push(`Node.js ended with code ${code}`);
  return result;
}
