import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import pack from '../package.json' with { type: 'json' };
import { parseReleaseKey } from '../src/kit/program/release-key.ts';
import type { BuildInfo } from '../src/kit/version.ts';
import { type CompileTarget, compileTargets, fetchBun, isHost, runCommand } from './compile-targets.ts';
import { writeAccompanying } from './package/accompany.ts';
import { distDir, projectRoot } from './paths.ts';
import { printError, printLine } from './print-line.ts';
import { listWorkerFiles } from './source-files.ts';
import { standIns } from './stand-ins.ts';
import { buildUi } from './ui.ts';
import { writeVersionResources } from './windows-resources.ts';

/**
 * Compiles one executable in `dist/` with this version and returns its path. The caller builds the UI before.
 */
export async function compile(target: CompileTarget, version = pack.version): Promise<string> {
  const out = join(distDir, target.file);
  // An incomplete executable must never have the final name, and the file name is embedded in the executable.
  const scratch = join(distDir, `compile-${process.pid}`);
  const fresh = join(scratch, target.file);
  mkdirSync(scratch, { recursive: true });
  try {
    await bundle(target, fresh, { version, ...commit(), ...releaseKey() });
    mkdirSync(dirname(out), { recursive: true });
    chmodSync(fresh, 0o755);
    renameSync(fresh, out);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return out;
}

async function bundle(target: CompileTarget, outfile: string, build: BuildInfo): Promise<void> {
  mkdirSync(dirname(outfile), { recursive: true });
  await Bun.build({
    entrypoints: ['src/main.ts', ...listWorkerFiles()].map((path) => join(projectRoot, path)),
    // Without ESM, bytecode implies CommonJS: no top-level await, and paths of this machine in the
    // executable.
    format: 'esm',
    bytecode: true,
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"', MILLWRIGHT_BUILD: JSON.stringify(build) },
    plugins: [standIns],
    compile: {
      target: target.bunTarget,
      outfile,
      ...runtimeFor(target, dirname(outfile), build.version),
      // The executable must not load configuration from its working directory.
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
  });
}

/**
 * Returns the path of the Bun runtime for another platform. A Windows runtime gets the icon and version of
 * Millwright first. Bun can set them only when it runs on Windows, and leaves them unchanged when it appends
 * the program.
 */
function runtimeFor(target: CompileTarget, folder: string, version: string): { executablePath?: string } {
  const isWindows = target.name.startsWith('windows');
  if (isHost(target) && !isWindows) return {};
  const executablePath = fetchBun(target);
  if (!isWindows) return { executablePath };
  const branded = join(folder, 'runtime.exe');
  const file = basename(target.file);
  writeVersionResources(executablePath, branded, { file, description: 'Millwright', version });
  return { executablePath: branded };
}

/** Returns the commit of the sources, marked when they have changes. Returns nothing outside a repository. */
function commit(): { commit?: string } {
  const git = Bun.spawnSync(['git', 'describe', '--always', '--abbrev=40', '--dirty', '--exclude=*'], {
    cwd: projectRoot,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  });
  return git.exitCode === 0 ? { commit: git.stdout.toString().trim() } : {};
}

/**
 * Returns the public key that verifies the signatures of later versions. Returns nothing when the build sets
 * none. The matching private key signs a file with `openssl pkeyutl -sign -rawin -inkey KEY -in FILE | base64
 * -w0`.
 */
function releaseKey(): { releasekey?: string } {
  const text = process.env.MILLWRIGHT_RELEASE_KEY;
  return text ? { releasekey: parseReleaseKey(text) } : {};
}

function chosenTargets(names: string[]): CompileTarget[] {
  const wanted = names.map((name) => name.replace(/^--target=/, ''));
  const unknown = wanted.find((name) => !compileTargets.some((target) => target.name === name));
  if (unknown === undefined) {
    return compileTargets.filter((target) => wanted.length === 0 || wanted.includes(target.name));
  }
  const available = compileTargets.map((target) => target.name).join(', ');
  throw new Error(`There is no target "${unknown}"; there are: ${available}.`);
}

async function main(): Promise<void> {
  const targets = chosenTargets(process.argv.slice(2));
  await buildUi();
  for (const target of targets) {
    const started = performance.now();
    const path = await compile(target);
    if (!existsSync(path)) throw new Error(`${path} was not made.`);
    const size = (statSync(path).size / 1_000_000).toFixed(1);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const proof = isHost(target) ? `, says version ${runCommand([path, 'version']).trim()}` : '';
    printLine(`${path.slice(projectRoot.length + 1)}  ${size} MB  ${seconds} s${proof}`);
  }
  await writeAccompanying(distDir, pack.version);
}

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    printError(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
