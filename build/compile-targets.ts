import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './paths.ts';
import { printLine } from './print-line.ts';
import { writeFile } from './ui-manifest.ts';

/** A platform for which an executable is compiled. */
export interface CompileTarget {
  name: string;
  /** The file name in `dist/`. */
  file: string;
  /** The name of the platform for `bun build --target`. */
  bunTarget: Bun.Build.CompileTarget;
  /** The npm package with Bun for the platform. */
  package: string;
}

/** The platforms for which executables are compiled. */
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

/** Reports whether this process runs on the target. */
export function isHost(target: CompileTarget): boolean {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return target.name === `${system}-${process.arch}`;
}

/**
 * Returns the path of Bun for the target in `node_modules/.cache`. Downloads it from the npm registry if it
 * is missing, and verifies the hash in `package-lock.json`.
 */
export function fetchBun(target: CompileTarget): string {
  const { version, integrity } = readLockedPackage(target.package);
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

function readLockedPackage(name: string): { version: string; integrity: string } {
  const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'));
  const found = lock.packages?.[`node_modules/${name}`];
  if (typeof found?.version !== 'string' || typeof found.integrity !== 'string') {
    throw new Error(`package-lock.json holds no version and hash of ${name}.`);
  }
  if (found.version !== Bun.version)
    throw new Error(`${name} is locked at ${found.version}, this is ${Bun.version}.`);
  return found;
}

/** The start of a command that runs npm, which is a batch file on Windows. */
export const npmCommand: readonly string[] = process.platform === 'win32' ? ['cmd', '/c', 'npm'] : ['npm'];

function packFromRegistry(specifier: string, folder: string): string {
  // A separate folder, so that npm does not read the `package.json` of this project.
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

/**
 * Runs a program to its end and returns its standard output. Throws an Error with its error output when it
 * fails.
 */
export function runCommand(command: string[], cwd = projectRoot): string {
  const result = Bun.spawnSync(command, { cwd, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  if (result.exitCode === 0) return result.stdout.toString();
  throw new Error(`${command.slice(0, 3).join(' ')} failed: ${result.stderr}${result.stdout}`);
}
