import { existsSync, readFileSync } from 'node:fs';

/** What a JUnit report says. */
export interface TestReport {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed: the file and the name of the test. */
  failures: string[];
  /** The test files it knows, from the project's root. */
  files: Set<string>;
}

/** The counts of a JUnit report as `bun test` writes it; undefined when there is none. */
export function readJunit(path: string): TestReport | undefined {
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'utf8');
  const root = text.match(/<testsuites\b[^>]*>/)?.[0];
  if (!root) return undefined;
  const number = (name: string) => Number(root.match(new RegExp(`\\b${name}="(\\d+)"`))?.[1] ?? 0);
  const failed = number('failures') + number('errors');
  const skipped = number('skipped');
  const files = [...text.matchAll(/<testsuite\b[^>]*\bfile="([^"]+)"/g)].map((match) => String(match[1]));
  const known = new Set(files.map((file) => file.replaceAll('\\', '/')));
  const failures = failuresOf(text);
  return { passed: number('tests') - failed - skipped, failed, skipped, failures, files: known };
}

function failuresOf(text: string): string[] {
  const cases = [
    ...text.matchAll(/<testcase name="([^"]*)"[^>]* file="([^"]*)"[^>]*>\s*<(?:failure|error)\b/g),
  ];
  return cases.map(([, name, file]) => `${file}: ${plain(String(name))}`);
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const plain = (text: string) =>
  text.replace(/&(lt|gt|quot|apos|amp);/g, (whole, name: string) => ENTITIES[name] ?? whole);
