import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { newestSource } from '../../test/support/executable.ts';
import { compile } from '../compile.ts';
import { type CompileTarget, compileTargets } from '../compile-targets.ts';
import { distDir } from '../paths.ts';

/** A processor, as Debian calls it, with the executable for it. */
const targets = { amd64: 'linux-x64', arm64: 'linux-arm64' } as const;
export type Processor = keyof typeof targets;
export const processors = Object.keys(targets) as Processor[];

/** The executable for the processor; compiled when it is missing, older than its sources, or of another version. */
export async function program(processor: Processor, version: string, released: string): Promise<string> {
  const target = targetFor(processor);
  if (version !== released)
    return compile({ ...target, file: join(`version-${version}`, 'millwright') }, version);
  const path = join(distDir, target.file);
  return existsSync(path) && statSync(path).mtimeMs > newestSource() ? path : compile(target);
}

function targetFor(processor: Processor): CompileTarget {
  const found = compileTargets.find(({ name }) => name === targets[processor]);
  if (!found) throw new Error(`There is no executable for ${processor}.`);
  return found;
}
