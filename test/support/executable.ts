import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compileTargets, isHost } from '../../build/compile-targets.ts';
import { distDir, projectRoot } from '../../build/paths.ts';

const SOURCES = '{src,plugins,migrations,build}/**/*';

/**
 * Returns the path of the executable for this machine. Compiles it when it is missing or older than its
 * sources. `npm test` calls this before the tests, which run in several processes.
 */
export function prepareExecutable(): string {
  made ??= make();
  return made;
}

let made: string | undefined;

function make(): string {
  const target = compileTargets.find(isHost);
  if (!target) throw new Error(`There is no executable for ${process.platform} ${process.arch}.`);
  const path = join(distDir, target.file);
  if (existsSync(path) && statSync(path).mtimeMs > findNewestSourceTime()) return path;
  const compile = [process.execPath, '--no-env-file', 'build/compile.ts', `--target=${target.name}`];
  const compiled = Bun.spawnSync(compile, {
    cwd: projectRoot,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  if (compiled.exitCode !== 0)
    throw new Error(`The executable could not be compiled:\n${compiled.stderr}${compiled.stdout}`);
  return path;
}

/** Returns the modification time in milliseconds of the newest source of executables and bundles. */
export function findNewestSourceTime(): number {
  const files = ['package-lock.json', ...new Bun.Glob(SOURCES).scanSync({ cwd: projectRoot })];
  return Math.max(...files.map((file) => statSync(join(projectRoot, file)).mtimeMs));
}
