import { prepareExecutable } from '../test/support/executable.ts';
import { prepareNodeBundle } from '../test/support/node-bundle.ts';
import { type CheckResult, runChecks, sumResults } from './check.ts';
import { findChromium } from './chromium.ts';
import { readCpuSeconds } from './cpu-time.ts';
import { findNode } from './find-node.mjs';
import { projectRoot } from './paths.ts';
import { printError, printLine } from './print-line.ts';
import { repeatFailures } from './repeat-failures.ts';
import { type FileReports, runAlone, runBunTests } from './test-bun.ts';
import { selectTests, type TestFile, type TestSelection } from './test-files.ts';
import { runNodeTests } from './test-node.ts';
import { buildUi } from './ui.ts';

const inCi = Boolean(process.env.CI) && process.env.CI !== 'false';
const none: CheckResult = { passed: 0, failed: 0 };

const HELP = `npm test -- [gate | all | WORD...] [--slowest N]
Runs the checks and the quick tests; "gate" adds short checks of the slow areas, "all" adds everything.
Other words select test files by a part of their path, without the checks.
--slowest N prints the N slowest test files at the end.`;

/**
 * Builds the UI, then runs the checks and the selected test files in parallel. See `selectTests` for the
 * arguments.
 */
async function main(choice: TestSelection): Promise<CheckResult> {
  const node = findNode(projectRoot);
  const ui = await runGuarded('the web UI', buildUi);
  const [checks, tests] = await Promise.all([
    choice.checks ? runChecks() : none,
    runSelected(choice, node !== undefined),
  ]);
  const underNode = node && choice.underNode ? outcomeOf(await runNodeTests(node)) : none;
  if (choice.omitted > 0)
    printLine(`${choice.omitted} slower test files were not selected: "npm run test:all" runs them.`);
  return sumResults([ui, checks, tests, underNode]);
}

async function runGuarded(subject: string, work: () => unknown): Promise<CheckResult> {
  try {
    await work();
    return none;
  } catch (error) {
    printError(`FAIL  ${subject} could not be built:`);
    for (const cause of error instanceof AggregateError ? error.errors : [error])
      printError(Bun.inspect(cause));
    return { passed: 0, failed: 1, failures: [`build of ${subject}`] };
  }
}

async function runSelected(choice: TestSelection, hasNode: boolean): Promise<CheckResult> {
  const files = choice.files.filter((file) => isRunnable(file, hasNode));
  reportMissing(choice.files, hasNode);
  if (files.length === 0) {
    printError('FAIL  there are no test files to run.');
    return { passed: 0, failed: 1 };
  }
  const built = [
    files.some((file) => file.needsExecutable) ? await runGuarded('the executable', prepareExecutable) : none,
    files.some((file) => file.needsNodeBundle)
      ? await runGuarded('the bundle for Node.js', prepareNodeBundle)
      : none,
  ];
  const reports = await repeatFailures(await runBunTests(files), runAlone);
  printSlowest(reports, choice.slowest);
  // In CI, a test that did not run has failed.
  const notRun = { passed: 0, failed: inCi ? choice.files.length - files.length : 0 };
  return sumResults([...built, outcomeOf(reports), notRun]);
}

const isRunnable = ({ needsBrowser, needsNode }: TestFile, hasNode: boolean): boolean =>
  (!needsBrowser || findChromium() !== undefined) && (!needsNode || hasNode);

function reportMissing(files: readonly TestFile[], hasNode: boolean): void {
  if (findChromium() === undefined && files.some(({ needsBrowser }) => needsBrowser))
    printLine('Chromium not found: browser tests not run');
  if (!hasNode && files.some(({ needsNode }) => needsNode))
    printLine('Node.js 22 or later not found: its tests not run');
}

function outcomeOf(reports: FileReports): CheckResult {
  const all = [...reports];
  const skipped = all.reduce((sum, [, report]) => sum + report.skipped, 0);
  if (skipped > 0) printLine(`${skipped} tests were skipped${inCi ? ', which fails in CI' : ''}.`);
  const failures = all.flatMap(([path, report]) => report.failures.map((name) => `${path}: ${name}`));
  return {
    passed: all.reduce((sum, [, { passed }]) => sum + passed, 0),
    failed: failures.length + (inCi ? skipped : 0),
    failures,
  };
}

function printSlowest(reports: FileReports, count: number): void {
  const slowest = [...reports].sort(([, a], [, b]) => b.seconds - a.seconds).slice(0, count);
  for (const [path, { seconds }] of slowest) printLine(`${seconds.toFixed(1).padStart(7)} s  ${path}`);
}

const args = process.argv.slice(2);
if (args.includes('--help')) {
  printLine(HELP);
  process.exit(0);
}
const { passed, failed, failures = [] } = await main(selectTests(args));
for (const failure of failures) printError(`FAIL  ${failure}`);
printLine(`${(performance.now() / 1000).toFixed(0)} s, ${readCpuSeconds().toFixed(0)} s of processor time`);
printLine(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
