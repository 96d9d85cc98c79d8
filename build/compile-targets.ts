import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './paths.ts';
import { printLine } from './print-line.ts';
import { writeFile } from './ui-manifest.ts';

/** A system that an executable is made for. */
export interface CompileTarget {
  name: string;
  /** In dist/. */
  file: string;
  /** What `bun build --target` calls it. */
  bunTarget: Bun.Build.CompileTarget;
  /** The npm package with its bun. */
  package: string;
}

export const compileTargets: CompileTarget[] = [
  target('linux-x64', 'millwright', 'bun-linux-x64', 'bun-linux-x64'),
  target('linux-arm64', 'millwright-linux-arm64', 'bun-linux-arm64', 'bun-linux-aarch64'),
  target('windows-x64', 'millwright.exe', 'bun-windows-x64', 'bun-windows-x64'),
  target('windows-arm64', 'millwright-arm64.exe', 'bun-windows-arm64', 'bun-windows-aarch64'),
];

function target(
  name: string,
  file: string,
  bunTarget: Bun.Build.CompileTarget,
  packageName: string,
): CompileTarget {
  return { name, file, bunTarget, package: `@oven/${packageName}` };
}

/** Whether this process runs on the target. */
export function isHost(target: CompileTarget): boolean {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return target.name === `${system}-${process.arch}`;
}

/**
 * The path of the target's bun in node_modules/.cache, fetched from the npm registry when it is not there. What is
 * fetched must have the hash that package-lock.json holds for it.
 */
export function fetchBun(target: CompileTarget): string {
  const { version, integrity } = lockedPackage(target.package);
  const folder = join(projectRoot, 'node_modules/.cache/millwright', `${target.package.slice(6)}-${version}`);
  const path = join(folder, target.name.startsWith('windows') ? 'bun.exe' : 'bun');
  if (existsSync(path)) return path;
  const scratch = `${folder}.${process.pid}`;
  mkdirSync(scratch, { recursive: true });
  try {
    printLine(`Fetching ${target.package} ${version} …`);
    const archive = packFromRegistry(`${target.package}@${version}`, scratch);
    verifyIntegrity(archive, target.package, integrity);
    const inside = target.name.startsWith('windows') ? 'package/bin/bun.exe' : 'package/bin/bun';
    runCommand(['tar', '-xzf', archive, '-C', scratch, inside]);
    mkdirSync(folder, { recursive: true });
    renameSync(join(scratch, inside), path);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return path;
}

function lockedPackage(name: string): { version: string; integrity: string } {
  const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'));
  const found = lock.packages?.[`node_modules/${name}`];
  if (typeof found?.version !== 'string' || typeof found.integrity !== 'string') {
    throw new Error(`package-lock.json holds no version and hash of ${name}.`);
  }
  if (found.version !== Bun.version)
    throw new Error(`${name} is locked at ${found.version}, this is ${Bun.version}.`);
  return found;
}

/** The beginning of a command that runs npm, which is a batch file on Windows. */
export const npmCommand: readonly string[] = process.platform === 'win32' ? ['cmd', '/c', 'npm'] : ['npm'];

function packFromRegistry(specifier: string, folder: string): string {
  // In a folder of its own, npm does not look at this project's package.json.
  writeFile(join(folder, 'package.json'), '{}');
  const output = runCommand([...npmCommand, 'pack', specifier, '--json', '--loglevel=error'], folder);
  const answer: unknown = JSON.parse(output);
  const [entry] = Array.isArray(answer) ? answer : Object.values(answer as object);
  return join(folder, String(entry.filename).replace('@', '').replace('/', '-'));
}

function verifyIntegrity(archive: string, name: string, integrity: string): void {
  const [algorithm = '', expected] = integrity.split(/-(.*)/);
  if (algorithm !== 'sha512') throw new Error(`package-lock.json has no SHA-512 hash of ${name}.`);
  const actual = new Bun.CryptoHasher(algorithm).update(readFileSync(archive)).digest('base64');
  if (actual !== expected)
    throw new Error(`${name} from the registry does not have the hash of package-lock.json.`);
}

/** Runs a program to its end and answers its standard output. Throws with its error output when it fails. */
export function runCommand(command: string[], cwd = projectRoot): string {
  const result = Bun.spawnSync(command, { cwd, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  if (result.exitCode === 0) return result.stdout.toString();
  throw new Error(`${command.slice(0, 3).join(' ')} failed: ${result.stderr}${result.stdout}`);
}
