import { join } from 'node:path';
import { findLongFiles, findUnfinishedPlaces } from './check-files.ts';
import { findNodeBreaches, findServerCodeBreaches } from './check-house.ts';
import { findImportBreaches } from './check-imports.ts';
import { findNestedRepetitions } from './check-patterns.ts';
import { findPlainWordBreaches } from './check-words.ts';
import { addCpuTime } from './cpu-time.ts';
import { distDir, projectRoot } from './paths.ts';
import { printLine } from './print-line.ts';
import { buildUi } from './ui.ts';

export interface CheckResult {
  passed: number;
  failed: number;
  /** Names of the failures. They are printed again at the end of a long run. */
  failures?: string[];
}

interface Check {
  title: string;
  /** Returns the problems, one line each; an empty list when all is well. */
  run(): string[] | Promise<string[]>;
}

/** Compiler options for incremental checks. Only changed files and their dependents are checked again. */
const TYPES_OF_LAST_RUN = ['--tsBuildInfoFile', join(distDir, 'types.tsbuildinfo')];

const checks: Check[] = [
  {
    title: 'types',
    run: () => tool('typescript/bin/tsc', '--noEmit', '--incremental', ...TYPES_OF_LAST_RUN),
  },
  {
    title: 'lint and format',
    run: () => tool('@biomejs/biome/bin/biome', 'check', '--diagnostic-level=error'),
  },
  { title: 'import rules', run: () => findImportBreaches() },
  { title: 'patterns', run: () => findNestedRepetitions() },
  { title: 'plain words', run: () => findPlainWordBreaches() },
  { title: 'clock and state', run: () => findServerCodeBreaches() },
  { title: 'tests under Node.js', run: () => findNodeBreaches() },
  { title: 'file sizes', run: findLongFiles },
  { title: 'nothing unfinished', run: findUnfinishedPlaces },
];

/** Returns the sum of several results, with the failures of all. */
export const sumResults = (outcomes: readonly CheckResult[]): CheckResult => ({
  passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
  failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
  failures: outcomes.flatMap(({ failures = [] }) => failures),
});

/** Runs all checks in parallel, prints each result, and counts them. */
export async function runChecks(): Promise<CheckResult> {
  return sumResults(await Promise.all(checks.map(runCheck)));
}

async function runCheck({ title, run }: Check): Promise<CheckResult> {
  const started = performance.now();
  const problems = await run();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const isPassed = problems.length === 0;
  printLine(`${isPassed ? 'pass' : 'FAIL'}  check: ${title} (${seconds} s)`);
  for (const problem of problems) printLine(`      ${problem}`);
  return isPassed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, failures: [`check: ${title}`] };
}

async function tool(program: string, ...args: string[]): Promise<string[]> {
  const command = [process.execPath, join(projectRoot, 'node_modules', program), ...args];
  const child = Bun.spawn(command, { cwd: projectRoot, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const [code, out, err] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  addCpuTime(child);
  if (code === 0) return [];
  const lines = `${out}\n${err}`.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 0 ? lines : [`${program} ended with code ${code} and said nothing.`];
}

if (import.meta.main) {
  // The type check needs the manifest of the UI for the embedded files.
  await buildUi();
  const { passed, failed } = await runChecks();
  printLine(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
