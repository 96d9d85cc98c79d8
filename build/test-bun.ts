import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { addCpuTime } from './cpu-time.ts';
import { projectRoot } from './paths.ts';
import { printError } from './print-line.ts';
import type { TestFile } from './test-files.ts';
import { type FileReport, readJunit } from './test-report.ts';

/** Maximum number of parallel processes. Each may start a browser and a server. */
const MAX_PROCESSES = 4;
/**
 * The seed that shuffles the tests of each file, equal in all runs. A test that depends on an earlier one
 * then fails.
 */
const SEED = 1;

/** Results by the path of the test file. */
export type FileReports = Map<string, FileReport>;

/** Runs the files in parallel, then the files that must run alone one after the other. */
export async function runBunTests(files: readonly TestFile[]): Promise<FileReports> {
  const pathsOf = (isAlone: boolean) =>
    files.filter((file) => file.isAlone === isAlone).map(({ path }) => path);
  // The number of cores plus one, because many tests wait for a browser or another process.
  const processes = Math.min(availableParallelism() + 1, MAX_PROCESSES);
  return new Map([...(await runFiles(pathsOf(false), processes)), ...(await runFiles(pathsOf(true), 1))]);
}

/**
 * Runs the files in at most this number of processes. The result contains each file. A file without a report
 * has failed: it could not be loaded, or its process crashed.
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

/** Runs one file in a separate process. */
export const runAlone = async (path: string): Promise<FileReport> => (await runFiles([path], 1)).get(path)!;

/** The result of a test file without a report. */
export const NOT_RUN: FileReport = {
  passed: 0,
  failures: ['the file was not run: it could not be loaded, it has no test, or its process crashed'],
  skipped: 0,
  seconds: 0,
};

/**
 * Runs the files once. `folder` is their temporary directory, so that its deletion removes everything that
 * they leave behind.
 */
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
    // Files share a process, so that the server is loaded once per process.
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
