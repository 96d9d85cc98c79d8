import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findNewestSourceTime } from '../../test/support/executable.ts';
import { compile } from '../compile.ts';
import { type CompileTarget, compileTargets } from '../compile-targets.ts';
import { distDir } from '../paths.ts';

/** The names of the compile targets of each system, by the Debian name of the processor. */
const targets = {
  linux: { amd64: 'linux-x64', arm64: 'linux-arm64' },
  windows: { amd64: 'windows-x64', arm64: 'windows-arm64' },
} as const;
export type System = keyof typeof targets;
export type Processor = keyof (typeof targets)['linux'];
export const processors = Object.keys(targets.linux) as Processor[];

/**
 * Returns the path of an executable. Compiles it when it is missing or older than its sources, and always for
 * a version other than `released`, which is that of the sources.
 */
export async function prepareProgram(
  system: System,
  processor: Processor,
  version: string,
  released: string,
): Promise<string> {
  const target = targetFor(system, processor);
  const name = system === 'windows' ? 'millwright.exe' : 'millwright';
  if (version !== released) return compile({ ...target, file: join(`version-${version}`, name) }, version);
  const path = join(distDir, target.file);
  return existsSync(path) && statSync(path).mtimeMs > findNewestSourceTime() ? path : compile(target);
}

function targetFor(system: System, processor: Processor): CompileTarget {
  const found = compileTargets.find(({ name }) => name === targets[system][processor]);
  if (!found) throw new Error(`There is no executable for ${system} on ${processor}.`);
  return found;
}
