import { existsSync, readFileSync } from 'node:fs';

/** Results of one test file. */
export interface FileReport {
  passed: number;
  /** Names of the failed tests; "(unnamed)" for a failed hook. */
  failures: string[];
  skipped: number;
  /** Wall time in seconds, hooks included. */
  seconds: number;
}

/**
 * Parses a JUnit report of `bun test`. Returns the results by the path of the test file from the project
 * root. Returns undefined when there is no report. A file that could not be loaded is not in the report.
 */
export function readJunit(path: string): Map<string, FileReport> | undefined {
  if (!existsSync(path)) return undefined;
  const reports = new Map<string, FileReport>();
  // Suites of files are indented by two blanks. Those of `describe` are nested within them.
  for (const [, tag = '', body = ''] of readFileSync(path, 'utf8').matchAll(FILE_SUITE)) {
    const file = attribute(tag, 'file').replaceAll('\\', '/');
    const failures = [...body.matchAll(FAILED_TEST)].map(([, name]) => decode(String(name)));
    const skipped = Number(attribute(tag, 'skipped'));
    const passed = Number(attribute(tag, 'tests')) - Number(attribute(tag, 'failures')) - skipped;
    reports.set(file, { passed, failures, skipped, seconds: Number(attribute(tag, 'time')) });
  }
  return reports;
}

const FILE_SUITE = /^ {2}<testsuite ([^>]*)>\n([\s\S]*?)^ {2}<\/testsuite>/gm;
const FAILED_TEST = /<testcase name="([^"]*)"[^>]*[^/]>\s*<(?:failure|error)\b/g;

const attribute = (tag: string, name: string): string =>
  decode(tag.match(new RegExp(`\\b${name}="([^"]*)"`))?.[1] ?? '');

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const decode = (text: string) =>
  text.replace(/&(lt|gt|quot|apos|amp);/g, (whole, name: string) => ENTITIES[name] ?? whole);
