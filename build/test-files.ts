import { readSources } from './source-files.ts';

/** What runs under Node.js a second time: the runtime itself, and the stories that reach every part of it. */
export const testsUnderNode = [
  'test/{runtime,identity,catalog,threats}/*.test.ts',
  'test/{smoke,tls.alone,static-ui}.test.ts',
  'test/contract/{guard,lists,paths}.test.ts',
  'plugins/endpoints/test/certificate.test.ts',
];

/** A test file; the words between its name and `.test.ts` say how it is run. */
export interface TestFile {
  path: string;
  /** `x.slow.test.ts`: left for `npm test -- all` and for whoever names it. */
  isSlow: boolean;
  /** `x.alone.test.ts`: it measures, or counts on turns that come in time, so nothing else may run beside it. */
  isAlone: boolean;
  needsBrowser: boolean;
  needsNode: boolean;
  /** What it runs that has to be made first. */
  needsExecutable: boolean;
  needsNodeBundle: boolean;
}

/** What one run of the tests is about. */
export interface Choice {
  files: TestFile[];
  /** Slow files that are left for `npm test -- all`. */
  left: TestFile[];
  checks: boolean;
  /** Whether the tests of the runtime run again under Node.js. */
  underNode: boolean;
}

/** No word: all but what is slow; `all`: everything; other words choose files by a part of their path. */
export function choose(words: readonly string[]): Choice {
  const files = readSources('{test,src,plugins}/**/*.test.{ts,tsx}').map(fileOf);
  if (words.includes('all')) return { files, left: [], checks: true, underNode: true };
  if (words.length === 0) {
    const [left, quick] = [files.filter(({ isSlow }) => isSlow), files.filter(({ isSlow }) => !isSlow)];
    return { files: quick, left, checks: true, underNode: false };
  }
  const wanted = files.filter(({ path }) => words.some((word) => path.includes(word)));
  return { files: wanted, left: [], checks: false, underNode: words.includes('node') };
}

function fileOf({ path, text }: { path: string; text: string }): TestFile {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return {
    path,
    isSlow: name.includes('.slow.'),
    isAlone: name.includes('.alone.'),
    needsBrowser: path.startsWith('test/browser/') || text.includes('/test/browser/'),
    needsNode: /^test\/(node\/|browser\/node)/.test(path),
    needsExecutable: text.includes('support/executable.ts'),
    needsNodeBundle: text.includes('support/node-bundle.ts'),
  };
}
