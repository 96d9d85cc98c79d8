import { lineNumberOf, readSources, type SourceFile } from './source-files.ts';
import { testsUnderNode } from './test-files.ts';

/** A rule of CONTRIBUTING.md for server code that no compiler checks. */
interface Ban {
  pattern: RegExp;
  /** The end of the error message, with the alternative. */
  instead: string;
  /** Exempt files, by the start or the end of their path. */
  allowed: readonly string[];
}

const BANS: readonly Ban[] = [
  {
    pattern: /\bDate\.now\b|\bnew Date\(\)/g,
    instead: 'asks the system clock: every reader and tx has `at` and `today`, and a host has its clock.',
    allowed: [
      'src/kit/clock.ts',
      // Log lines and ages of files use the clock of the machine, not that of the plant.
      'src/kit/log.ts',
      'src/kit/files/store.ts',
      // Certificates are created and checked before an appliance with a clock exists.
      'src/kit/tls/',
      // The agent is a separate program on another PC.
      'plugins/endpoints/agent/',
    ],
  },
  {
    pattern: /\brenameSync\(/g,
    instead: 'fails on Windows while another program holds the file: replaceFile waits until it is closed.',
    allowed: ['src/kit/on-disk.ts'],
  },
  {
    pattern: /^(?:export )?(?:let|var) \w+/gm,
    instead:
      'is state at module level, which two appliances would share: keep it in a class for host.getInstance().',
    // Each worker thread has its own instance of the module.
    allowed: ['.worker.ts'],
  },
  {
    pattern: /^(?:export )?const \w+(?:: (?!Readonly)[^=\n]+)? = new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)/gm,
    instead:
      'is state at module level, which two appliances would share: keep it in a class for host.getInstance().',
    // Keyed by the object that owns the entry.
    allowed: ['src/runtime/node-files.ts', 'src/kit/http/last-byte.ts', '.worker.ts'],
  },
];

const SERVER = '{src/kit,src/features,src/runtime,plugins}/**/*.ts';
const NOT_SERVER = /\.test\.ts$|\/test\/|\/web\//;

/** Lists breaches of the rules in `BANS`, which apply to server code, one line each. */
export function findServerCodeBreaches(files: readonly SourceFile[] = readSources(SERVER)): string[] {
  return files
    .filter(({ path }) => !NOT_SERVER.test(path))
    .flatMap((file) => BANS.flatMap((ban) => findMatches(file, ban)));
}

function findMatches({ path, text }: SourceFile, { pattern, instead, allowed }: Ban): string[] {
  if (allowed.some((part) => path.startsWith(part) || path.endsWith(part))) return [];
  return [...text.matchAll(pattern)].map(
    (match) => `${path}:${lineNumberOf(text, match.index)} ${match[0]} ${instead}`,
  );
}

const BUN: Ban = {
  pattern: /\bBun\.\w+/g,
  instead: 'is not there under Node.js, where this file runs too: take what both have.',
  allowed: [],
};

/** Lists uses of Bun in tests that also run under Node.js, one line each. */
export function findNodeBreaches(files: readonly SourceFile[] = readSources(...testsUnderNode)): string[] {
  return files.flatMap((file) => findMatches(file, BUN));
}
