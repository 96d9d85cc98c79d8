import { lineAt, readSources, type SourceFile } from './source-files.ts';
import { testsUnderNode } from './test-files.ts';

/** What CONTRIBUTING forbids in the server's code and no compiler sees. */
interface Ban {
  pattern: RegExp;
  /** What to do in its place. */
  instead: string;
  /** Files that may, by how their path begins or ends. */
  allowed: readonly string[];
}

const BANS: readonly Ban[] = [
  {
    pattern: /\bDate\.now\b|\bnew Date\(\)/g,
    instead: 'asks the system clock: every reader and tx has `at` and `today`, and a host has its clock.',
    allowed: [
      'src/kit/clock.ts',
      // Lines of the log and ages of files are of the machine, whatever day the plant has.
      'src/kit/log.ts',
      'src/kit/files/store.ts',
      // Certificates are made and looked at before there is an appliance with a clock.
      'src/kit/tls/',
      // A program of its own, on another PC.
      'plugins/endpoints/agent/',
    ],
  },
  {
    pattern: /\brenameSync\(/g,
    instead: 'fails on Windows while another program holds the file: replaceFile waits until it is let go.',
    allowed: ['src/kit/on-disk.ts'],
  },
  {
    pattern: /^(?:export )?(?:let|var) \w+/gm,
    instead: 'is state at module level, which two appliances would share: keep it in a class for host.one().',
    // A worker thread is alone with its module.
    allowed: ['.worker.ts'],
  },
  {
    pattern: /^(?:export )?const \w+(?:: (?!Readonly)[^=\n]+)? = new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)/gm,
    instead: 'is state at module level, which two appliances would share: keep it in a class for host.one().',
    // Keyed by the object that it belongs to.
    allowed: ['src/runtime/node-files.ts', 'src/kit/http/last-byte.ts', '.worker.ts'],
  },
];

const SERVER = '{src/kit,src/features,src/runtime,plugins}/**/*.ts';
const NOT_SERVER = /\.test\.ts$|\/test\/|\/web\//;

/** Where the server's code does what the house forbids, one line each. */
export function findServerCodeBreaches(files: readonly SourceFile[] = readSources(SERVER)): string[] {
  return files
    .filter(({ path }) => !NOT_SERVER.test(path))
    .flatMap((file) => BANS.flatMap((ban) => met(file, ban)));
}

function met({ path, text }: SourceFile, { pattern, instead, allowed }: Ban): string[] {
  if (allowed.some((part) => path.startsWith(part) || path.endsWith(part))) return [];
  return [...text.matchAll(pattern)].map(
    (match) => `${path}:${lineAt(text, match.index)} ${match[0]} ${instead}`,
  );
}

const BUN: Ban = {
  pattern: /\bBun\.\w+/g,
  instead: 'is not there under Node.js, where this file runs too: take what both have.',
  allowed: [],
};

/** Where a test that runs under Node.js too takes what Bun alone has, one line each. */
export function findNodeBreaches(files: readonly SourceFile[] = readSources(...testsUnderNode)): string[] {
  return files.flatMap((file) => met(file, BUN));
}
