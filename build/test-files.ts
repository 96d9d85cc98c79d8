import { readSources } from './source-files.ts';

/**
 * Globs of the test files that run again under Node.js: those of the runtime, and of features that use all
 * parts of it.
 */
export const testsUnderNode = [
  'test/{runtime,identity,catalog,threats}/*.test.ts',
  'test/{smoke,tls,static-ui}.test.ts',
  'test/contract/{guard,lists,paths}.test.ts',
  'plugins/endpoints/test/certificate.test.ts',
];

/**
 * When a test file runs.
 * - `quick`: `x.test.ts`, in every run.
 * - `gate`: `x.gate.test.ts`, one short check of a slow area, in `.ci/run` and `npm run test:all`.
 * - `slow`: `x.slow.test.ts`, in `npm run test:all`.
 */
export type Suite = 'quick' | 'gate' | 'slow';

/** A test file. The suffixes between its name and `.test.ts` declare how it runs. */
export interface TestFile {
  path: string;
  suite: Suite;
  /**
   * `x.alone.test.ts`: occupies a resource of the machine, such as a disk or a core, so no other file runs at
   * the same time.
   */
  isAlone: boolean;
  needsBrowser: boolean;
  needsNode: boolean;
  /** Programs that must be built before the file runs. */
  needsExecutable: boolean;
  needsNodeBundle: boolean;
}

/** The parameters of one test run. */
export interface TestSelection {
  files: TestFile[];
  /** Number of files that only a longer run includes. */
  omitted: number;
  checks: boolean;
  /** True when the tests of the runtime run again under Node.js. */
  underNode: boolean;
  /** Number of slowest files to print at the end. */
  slowest: number;
}

const SUITES: Record<string, readonly Suite[]> = {
  quick: ['quick'],
  gate: ['quick', 'gate'],
  all: ['quick', 'gate', 'slow'],
};

/**
 * Selects test files by the command line. Without words, this is the quick suite; `gate` and `all` select
 * longer suites. Other words select the files whose path contains one of them, without the checks; the word
 * `node` also runs tests under Node.js. `--slowest N` prints the N slowest files.
 */
export function selectTests(args: readonly string[]): TestSelection {
  const { words, slowest } = parse(args);
  const files = readSources('{test,src,plugins}/**/*.test.{ts,tsx}').map(fileOf);
  const suites = SUITES[words.find((word) => word in SUITES) ?? (words.length === 0 ? 'quick' : '')];
  if (suites) {
    const selected = files.filter(({ suite }) => suites.includes(suite));
    const omitted = files.length - selected.length;
    return { files: selected, omitted, checks: true, underNode: suites.includes('slow'), slowest };
  }
  const selected = files.filter(({ path }) => words.some((word) => path.includes(word)));
  return { files: selected, omitted: 0, checks: false, underNode: words.includes('node'), slowest };
}

function parse(args: readonly string[]): { words: string[]; slowest: number } {
  const at = args.indexOf('--slowest');
  if (at === -1) return { words: [...args], slowest: 0 };
  const slowest = Number(args[at + 1]);
  if (!Number.isInteger(slowest) || slowest < 1)
    throw new Error('--slowest needs a number of files, such as 20.');
  return { words: args.toSpliced(at, 2), slowest };
}

function fileOf({ path, text }: { path: string; text: string }): TestFile {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return {
    path,
    suite: name.includes('.slow.') ? 'slow' : name.includes('.gate.') ? 'gate' : 'quick',
    isAlone: name.includes('.alone.'),
    needsBrowser: path.startsWith('test/browser/') || text.includes('/test/browser/'),
    needsNode: /^test\/(node\/|browser\/node)/.test(path),
    needsExecutable: text.includes('support/executable.ts'),
    needsNodeBundle: text.includes('support/node-bundle.ts'),
  };
}
