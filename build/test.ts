import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Outcome, runChecks } from './check.ts';
import { findChromium } from './chromium.ts';
import { findNode } from './find-node.mjs';
import { projectRoot } from './paths.ts';
import { complain, say } from './say.ts';
import { readSources } from './source-files.ts';
import { runNodeTests } from './test-node.ts';
import { readJunit, type TestReport } from './test-report.ts';
import { buildUi } from './ui.ts';

const inCi = Boolean(process.env.CI) && process.env.CI !== 'false';
const none: Outcome = { passed: 0, failed: 0 };
const pattern = '{test,src,plugins}/**/*.test.{ts,tsx}';

/**
 * The UI, the checks, then every test, and a part of them once more under Node.js. Arguments choose test files by a
 * part of their path and leave out the checks; `node` is all that concerns Node.js.
 */
async function main(wanted: string[]): Promise<Outcome> {
  const whole = wanted.length === 0;
  const node = findNode(projectRoot);
  const outcomes = [
    await guarded('the web UI', buildUi),
    whole ? await runChecks() : none,
    await runTests(wanted, node !== undefined),
    node && (whole || wanted.includes('node')) ? await runUnderNode(node) : none,
  ];
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
  };
}

async function guarded(what: string, work: () => Promise<void>): Promise<Outcome> {
  try {
    await work();
    return { passed: 0, failed: 0 };
  } catch (error) {
    complain(`FAIL  ${what} could not be built:`);
    for (const cause of error instanceof AggregateError ? error.errors : [error])
      complain(Bun.inspect(cause));
    return { passed: 0, failed: 1 };
  }
}

async function runTests(wanted: string[], withNode: boolean): Promise<Outcome> {
  const chosen = readSources(pattern)
    .map((file) => file.path)
    .filter((path) => wanted.length === 0 || wanted.some((part) => path.includes(part)));
  const withBrowser = findChromium() !== undefined;
  const files = chosen.filter(
    (path) => (withBrowser || !isForBrowser(path)) && (withNode || !isForNode(path)),
  );
  const left = chosen.length - files.length;
  if (!withBrowser && chosen.some(isForBrowser)) say('Chromium not found: browser tests not run');
  if (!withNode && chosen.some(isForNode)) say('Node.js 22 or later not found: its tests not run');
  // On the machine that decides, a test that did not run is not a test that passed.
  const failed = inCi ? left : 0;
  if (chosen.length === 0) {
    complain('FAIL  there are no test files to run.');
    return { passed: 0, failed: 1 };
  }
  if (files.length === 0) return { passed: 0, failed };
  const outcome = await runBunTest(files);
  return { passed: outcome.passed, failed: outcome.failed + failed };
}

const isForBrowser = (path: string): boolean => path.startsWith('test/browser/');
const isForNode = (path: string): boolean => /^test\/(node\/|browser\/node)/.test(path);

async function runUnderNode(node: string): Promise<Outcome> {
  const { passed, failed, skipped } = await runNodeTests(node);
  return { passed, failed: failed + (inCi ? skipped : 0) };
}

async function runBunTest(files: string[]): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-test-'));
  const report = join(folder, 'junit.xml');
  try {
    // Tests that start processes and browsers need more than the usual five seconds on a busy box.
    const options = ['--timeout=30000', '--reporter=junit', `--reporter-outfile=${report}`];
    const paths = files.map((path) => `./${path}`);
    const child = Bun.spawn([process.execPath, '--no-env-file', 'test', ...options, ...paths], {
      cwd: projectRoot,
      // Whatever tests leave behind goes with the folder, even when one of them is cut off.
      env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
      stdin: 'ignore',
      stdout: 'inherit',
      stderr: 'inherit',
    });
    return judge(files, await child.exited, readJunit(report));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file that could not be loaded and a run that was cut off leave no trace in the report, so both are looked for. */
function judge(files: string[], code: number, report: TestReport | undefined): Outcome {
  if (!report) {
    complain(`FAIL  the test run ended with code ${code} before it wrote its report.`);
    return { passed: 0, failed: 1 };
  }
  const missing = files.filter((path) => !report.files.has(path));
  for (const path of missing)
    complain(`FAIL  ${path} was not run: it could not be loaded, or it has no test.`);
  if (report.skipped > 0) say(`${report.skipped} tests were skipped${inCi ? ', which fails here' : ''}.`);
  const failed = report.failed + missing.length + (inCi ? report.skipped : 0);
  const unexplained = code !== 0 && failed === 0;
  if (unexplained) complain(`FAIL  the test run itself ended with code ${code}.`);
  return { passed: report.passed, failed: failed + (unexplained ? 1 : 0) };
}

const { passed, failed } = await main(process.argv.slice(2));
say(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
