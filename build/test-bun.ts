import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { addCpuTime } from './cpu-time.ts';
import { projectRoot } from './paths.ts';
import { printError } from './print-line.ts';
import type { TestFile } from './test-files.ts';
import { type FileReport, readJunit } from './test-report.ts';

/** Each process may start a browser and a server of its own. */
const MAX_PROCESSES = 4;
/** Shuffles the tests of each file, in every run alike, so that a test that needs an earlier one fails. */
const SEED = 1;

/** Results by the path of the test file. */
export type FileReports = Map<string, FileReport>;

/** Runs the files over all cores, then the files that must run alone, one after the other. */
export async function runBunTests(files: readonly TestFile[]): Promise<FileReports> {
  const pathsOf = (isAlone: boolean) =>
    files.filter((file) => file.isAlone === isAlone).map(({ path }) => path);
  // One more than there are cores: many tests wait for a browser or another process.
  const processes = Math.min(availableParallelism() + 1, MAX_PROCESSES);
  return new Map([...(await runFiles(pathsOf(false), processes)), ...(await runFiles(pathsOf(true), 1))]);
}

/**
 * Runs the files in so many processes. Each file is in the result: one without a report, because it could not be
 * loaded or its process crashed, has failed.
 */
async function runFiles(paths: readonly string[], processes: number): Promise<FileReports> {
  if (paths.length === 0) return new Map();
  const folder = mkdtempSync(join(tmpdir(), 'millwright-test-'));
  try {
    const { code, reports } = await runProcess(paths, Math.min(processes, paths.length), folder);
    if (code !== 0 && [...reports.values()].every(({ failures }) => failures.length === 0))
      printError(`The test process ended with code ${code}.`);
    return new Map(paths.map((path) => [path, reports.get(path) ?? NOT_RUN]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs one file in a process of its own. */
export const runAlone = async (path: string): Promise<FileReport> => (await runFiles([path], 1)).get(path)!;

/** Stands for a test file without a report. */
export const NOT_RUN: FileReport = {
  passed: 0,
  failures: ['the file was not run: it could not be loaded, it has no test, or its process crashed'],
  skipped: 0,
  seconds: 0,
};

/** `folder` is the temporary directory of the tests, so that it takes everything with it that they leave behind. */
async function runProcess(
  paths: readonly string[],
  processes: number,
  folder: string,
): Promise<{ code: number; reports: FileReports }> {
  const report = join(folder, 'junit.xml');
  const options = [
    // Ends a test that hangs. No test passes or fails by its duration.
    '--timeout=120000',
    `--seed=${SEED}`,
    '--reporter=junit',
    `--reporter-outfile=${report}`,
    // A process that loaded the server for one file uses it for the next.
    ...(processes > 1 ? [`--parallel=${processes}`, '--no-isolate'] : []),
    ...paths.map((path) => `./${path}`),
  ];
  const child = Bun.spawn([process.execPath, '--no-env-file', 'test', ...options], {
    cwd: projectRoot,
    env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
  });
  const code = await child.exited;
  addCpuTime(child);
  return { code, reports: readJunit(report) ?? new Map() };
}
