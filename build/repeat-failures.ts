import { printLine } from './print-line.ts';
import type { FileReports } from './test-bun.ts';
import type { FileReport } from './test-report.ts';

/**
 * Maximum number of files that are run again. With more failures, a second run would not help to find the
 * cause.
 */
const MAX_REPEATED = 20;

/**
 * Runs each file with a failure once more, alone, to distinguish a flaky test from a defect. The second
 * result counts. A test that passes only then is printed, because flakiness is a defect too. `runOne` runs
 * the file with this path. Repeats nothing when more than `MAX_REPEATED` files failed.
 */
export async function repeatFailures(
  first: FileReports,
  runOne: (path: string) => Promise<FileReport>,
): Promise<FileReports> {
  const failed = [...first].filter(([, { failures }]) => failures.length > 0);
  const reports = new Map(first);
  if (failed.length > MAX_REPEATED) return reports;
  const lines: string[] = [];
  for (const [path, { failures }] of failed) {
    printLine(`Second run of ${path}, which failed:`);
    const second = await runOne(path);
    reports.set(path, second);
    const flaky = failures.filter((name) => !second.failures.includes(name));
    lines.push(...flaky.map((name) => `Passed on the second run: ${path}: ${name}`));
  }
  for (const line of lines) printLine(line);
  return reports;
}
