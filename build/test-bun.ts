import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Outcome, sumOf } from './check.ts';
import { projectRoot } from './paths.ts';
import { complain, say } from './say.ts';
import type { TestFile } from './test-files.ts';
import { readJunit, type TestReport } from './test-report.ts';

const inCi = Boolean(process.env.CI) && process.env.CI !== 'false';
/** Each of them may have a browser and an appliance beside itself. */
const mostProcesses = 4;

/** Runs the files over all cores, and then, one after another, those that nothing else may run beside. */
export async function runBunTests(files: readonly TestFile[]): Promise<Outcome> {
  const pathsOf = (isAlone: boolean) =>
    files.filter((file) => file.isAlone === isAlone).map(({ path }) => path);
  const processes = Math.min(availableParallelism(), mostProcesses);
  const beside = await run(pathsOf(false), processes);
  const alone = await run(pathsOf(true), 1);
  return sumOf([beside, alone]);
}

async function run(paths: string[], processes: number): Promise<Outcome> {
  if (paths.length === 0) return { passed: 0, failed: 0 };
  const folder = mkdtempSync(join(tmpdir(), 'millwright-test-'));
  const report = join(folder, 'junit.xml');
  try {
    const spread = Math.min(processes, paths.length);
    const options = [
      // Tests that start processes and browsers need more than the usual five seconds on a busy box.
      '--timeout=30000',
      '--reporter=junit',
      `--reporter-outfile=${report}`,
      // A process that loads the appliance for one file keeps it for the next.
      ...(spread > 1 ? [`--parallel=${spread}`, '--no-isolate'] : []),
      ...paths.map((path) => `./${path}`),
    ];
    const child = Bun.spawn([process.execPath, '--no-env-file', 'test', ...options], {
      cwd: projectRoot,
      // Whatever tests leave behind goes with the folder, even when one of them is cut off.
      env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
      stdin: 'ignore',
      stdout: 'inherit',
      stderr: 'inherit',
    });
    return judge(paths, await child.exited, readJunit(report));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file that could not be loaded and a run that was cut off leave no trace in the report, so both are looked for. */
function judge(paths: string[], code: number, report: TestReport | undefined): Outcome {
  if (!report) {
    complain(`FAIL  the test run ended with code ${code} before it wrote its report.`);
    return { passed: 0, failed: 1 };
  }
  const missing = paths.filter((path) => !report.files.has(path));
  for (const path of missing)
    complain(`FAIL  ${path} was not run: it could not be loaded, or it has no test.`);
  if (report.skipped > 0) say(`${report.skipped} tests were skipped${inCi ? ', which fails here' : ''}.`);
  const failed = report.failed + missing.length + (inCi ? report.skipped : 0);
  const unexplained = code !== 0 && failed === 0;
  if (unexplained) complain(`FAIL  the test run itself ended with code ${code}.`);
  return { passed: report.passed, failed: failed + (unexplained ? 1 : 0), failures: report.failures };
}
