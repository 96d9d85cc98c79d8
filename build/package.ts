import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { writeAccompanying } from './package/accompany.ts';
import { containerKinds, makeContainerImage, requireImageTools } from './package/container.ts';
import { linuxKinds, makeLinuxPackages } from './package/linux.ts';
import { type Processor, prepareProgram, processors } from './package/programs.ts';
import { makeWindowsPackages, requireWindowsTools, windowsKinds } from './package/windows.ts';
import { distDir } from './paths.ts';
import { printError, printLine } from './print-line.ts';
import { buildUi } from './ui.ts';

const HELP = `npm run package -- [--arch amd64 | arm64] [--kind deb | rpm | setup | msi | image] [--out DIR] [--version X]
Makes packages in dist/: .deb and .rpm of the appliance and of the agent, the setup of the appliance for
Windows, the MSI of the agent, and the container image with its examples. Without options, it makes all of
them. The Windows packages exist for amd64 only.
MILLWRIGHT_SIGN is a command line that signs a Windows file in place. The path of the file is appended.
--version makes a build of these sources that reports another version, to test upgrades.`;

const kinds = [...linuxKinds, ...windowsKinds, ...containerKinds] as const;
type Kind = (typeof kinds)[number];

async function main(args: string[]): Promise<void> {
  const options = readArguments(args);
  if (options.help) {
    printLine(HELP);
    return;
  }
  // Check this first, because builds take minutes.
  const possible = options.kinds.filter((kind) => isPossible(kind, options));
  await buildUi();
  mkdirSync(options.out, { recursive: true });
  for (const processor of options.processors) await makePackages(processor, { ...options, kinds: possible });
  await writeAccompanying(options.out, options.version);
}

/**
 * Reports whether a kind can be made here. Throws an Error for an explicitly chosen kind that cannot. By
 * default, such a kind is skipped.
 */
function isPossible(kind: Kind, { processors: wanted, kinds: chosenKinds }: PackageOptions): boolean {
  try {
    if (kind === 'image') requireImageTools();
    else if (kind === 'setup' || kind === 'msi') {
      if (!wanted.includes('amd64')) throw new Error('The packages for Windows are for amd64 alone.');
      requireWindowsTools(kind);
    }
    return true;
  } catch (cause) {
    if (chosenKinds.length === 1) throw cause;
    printLine(`Skipped: ${kind}. ${cause instanceof Error ? cause.message : cause}`);
    return false;
  }
}

type PackageOptions = ReturnType<typeof readArguments>;

function readArguments(args: string[]) {
  const text = { type: 'string' } as const;
  const options = { arch: text, kind: text, out: text, version: text, help: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args, options });
  return {
    help: values.help ?? false,
    out: resolve(values.out ?? distDir),
    version: values.version ?? manifest.version,
    processors: choose(processors, values.arch),
    kinds: choose(kinds, values.kind),
  };
}

function choose<T extends string>(all: readonly T[], wanted: string | undefined): readonly T[] {
  const found = all.filter((one) => wanted === undefined || one === wanted);
  if (found.length === 0) throw new Error(`There is no ${wanted}; there are: ${all.join(', ')}.`);
  return found;
}

async function makePackages(
  processor: Processor,
  { kinds: wanted, version, out }: PackageOptions,
): Promise<void> {
  const shared = { version, out, made: reporter() };
  const linux = linuxKinds.filter((kind) => wanted.includes(kind));
  const hasImage = wanted.includes('image');
  if (linux.length > 0 || hasImage) {
    const executable = await prepareProgram('linux', processor, version, manifest.version);
    makeLinuxPackages({ ...shared, executable, processor, kinds: linux });
    if (hasImage) await makeContainerImage({ ...shared, executable, processor });
  }
  const windows = windowsKinds.filter((kind) => wanted.includes(kind));
  if (windows.length > 0 && processor === 'amd64') {
    const executable = await prepareProgram('windows', processor, version, manifest.version);
    makeWindowsPackages({ ...shared, executable, kinds: windows, isTrial: version !== manifest.version });
  }
}

/** Returns a function that prints the path of a finished package and the time since the previous one. */
function reporter(): (path: string) => void {
  let started = performance.now();
  return (path) => {
    printLine(`${path}  ${((performance.now() - started) / 1000).toFixed(1)} s`);
    started = performance.now();
  };
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  printError(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
