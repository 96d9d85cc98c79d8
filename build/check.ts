import { join } from 'node:path';
import { longFiles, unfinishedPlaces } from './check-files.ts';
import { houseBreaches, nodeBreaches } from './check-house.ts';
import { importBreaches } from './check-imports.ts';
import { nestedRepetitions } from './check-patterns.ts';
import { wordBreaches } from './check-words.ts';
import { addCpuTime } from './cpu-time.ts';
import { distDir, projectRoot } from './paths.ts';
import { say } from './say.ts';
import { buildUi } from './ui.ts';

export interface Outcome {
  passed: number;
  failed: number;
  /** What failed, by name; they are said once more at the end of a long run. */
  failures?: string[];
}

interface Check {
  title: string;
  /** What is wrong, one line each; nothing when all is well. */
  run(): string[] | Promise<string[]>;
}

/** Only files that changed since, and files that depend on them, are checked again. */
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
  { title: 'import rules', run: () => importBreaches() },
  { title: 'patterns', run: () => nestedRepetitions() },
  { title: 'plain words', run: () => wordBreaches() },
  { title: 'clock and state', run: () => houseBreaches() },
  { title: 'tests under Node.js', run: () => nodeBreaches() },
  { title: 'file sizes', run: longFiles },
  { title: 'nothing unfinished', run: unfinishedPlaces },
];

/** Several outcomes as one. */
export const sumOf = (outcomes: readonly Outcome[]): Outcome => ({
  passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
  failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
  failures: outcomes.flatMap(({ failures = [] }) => failures),
});

/** Runs all checks side by side, prints each result, and counts them. */
export async function runChecks(): Promise<Outcome> {
  return sumOf(await Promise.all(checks.map(runCheck)));
}

async function runCheck({ title, run }: Check): Promise<Outcome> {
  const started = performance.now();
  const problems = await run();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const isPassed = problems.length === 0;
  say(`${isPassed ? 'pass' : 'FAIL'}  check: ${title} (${seconds} s)`);
  for (const problem of problems) say(`      ${problem}`);
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
  // The types of the embedded files come from the UI's manifest.
  await buildUi();
  const { passed, failed } = await runChecks();
  say(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
