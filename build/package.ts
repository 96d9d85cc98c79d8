import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { missingTools } from './image/debian.ts';
import { makeImage } from './image/image.ts';
import { writeAccompanying } from './package/accompany.ts';
import { debianVersion } from './package/documents.ts';
import { pack } from './package/nfpm.ts';
import { type Processor, processors, program } from './package/programs.ts';
import { installer, maintainer, stage } from './package/stage.ts';
import { distDir } from './paths.ts';
import { complain, say } from './say.ts';
import { buildUi } from './ui.ts';

const HELP = `npm run package -- [--arch amd64 | arm64] [--kind deb | rpm | image] [--out DIR] [--version X]
Makes the packages of the appliance and of the agent, and its container image, in dist/; all of them where nothing is
chosen.
--version is for trying upgrades out: the program says that it is that version, and is made of these sources.`;

const packages = { millwright: 'appliance', 'millwright-agent': 'agent' } as const;
type Name = keyof typeof packages;
const names = Object.keys(packages) as Name[];

const packageKinds = ['deb', 'rpm'] as const;
type Kind = (typeof packageKinds)[number];
const kinds = [...packageKinds, 'image'] as const;

/** What the processors are called in the names of .rpm files. */
const rpmProcessors: Readonly<Record<Processor, string>> = { amd64: 'x86_64', arm64: 'aarch64' };

const fileName = (name: Name, kind: Kind, version: string, processor: Processor): string =>
  kind === 'deb'
    ? `${name}_${debianVersion(version)}_${processor}.deb`
    : `${name}-${debianVersion(version)}-1.${rpmProcessors[processor]}.rpm`;

async function main(args: string[]): Promise<void> {
  const asked = readArguments(args);
  if (asked.help) {
    say(HELP);
    return;
  }
  await buildUi();
  mkdirSync(asked.out, { recursive: true });
  for (const processor of asked.processors) {
    const executable = await program(processor, asked.version, manifest.version);
    for (const name of names) makePackages(name, executable, processor, asked);
    if (asked.kinds.includes('image')) await image(executable, processor, asked);
  }
  await writeAccompanying(asked.out, asked.version);
}

type Asked = ReturnType<typeof readArguments>;

function readArguments(args: string[]) {
  const text = { type: 'string' } as const;
  const options = { arch: text, kind: text, out: text, version: text, help: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args, options });
  return {
    help: values.help ?? false,
    out: resolve(values.out ?? distDir),
    version: values.version ?? manifest.version,
    processors: chosen(processors, values.arch),
    kinds: chosen(kinds, values.kind),
  };
}

function chosen<T extends string>(all: readonly T[], wanted: string | undefined): readonly T[] {
  const found = all.filter((one) => wanted === undefined || one === wanted);
  if (found.length === 0) throw new Error(`There is no ${wanted}; there are: ${all.join(', ')}.`);
  return found;
}

function makePackages(
  name: Name,
  executable: string,
  processor: Processor,
  { version, kinds: wanted, out }: Asked,
): void {
  const staged = join(out, `staged-${process.pid}`);
  try {
    stage(staged, name, executable, version);
    for (const kind of packageKinds.filter((one) => wanted.includes(one))) {
      const started = performance.now();
      const file = fileName(name, kind, version, processor);
      const filled = { STAGED: staged, INSTALLER: installer, ARCH: processor, VERSION: version };
      const description = join(installer, packages[name], 'package.yaml');
      pack(description, { ...filled, MAINTAINER: maintainer }, join(out, file));
      say(`${join(out, file)}  ${((performance.now() - started) / 1000).toFixed(1)} s`);
    }
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

/** Makes the container image. On a machine that cannot, it says why, or fails when only the image was requested. */
async function image(executable: string, processor: Processor, { version, kinds: wanted, out }: Asked) {
  const missing = missingTools();
  if (missing.length > 0) {
    const reason = `The container image needs ${missing.join(' and ')}: make it on Debian or Ubuntu.`;
    if (wanted.length === 1) throw new Error(reason);
    say(`No image for ${processor}. ${reason}`);
    return;
  }
  const started = performance.now();
  const file = join(out, `millwright_${version}_${processor}.oci.tar`);
  await makeImage(executable, processor, version, file);
  say(`${file}  ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  complain(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
