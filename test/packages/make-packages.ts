import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { processors } from '../../build/package/programs.ts';
import { projectRoot } from '../../build/paths.ts';

/** The processor of this machine by its Debian name. */
export const processor = processors.find((name) => name === (process.arch === 'arm64' ? 'arm64' : 'amd64'))!;

/** Makes the files of one kind for this machine in the folder. */
export const makeArtifacts = (folder: string, kind: 'deb' | 'rpm' | 'image', ...more: string[]): void =>
  runPackaging(folder, kind, '--arch', processor, ...more);

/**
 * Makes packages for this machine in the folder. Returns the paths of those of one kind: the appliance, then
 * the agent.
 */
export function makePackages(folder: string, kind: 'deb' | 'rpm', ...more: string[]): [string, string] {
  makeArtifacts(folder, kind, ...more);
  const made = readdirSync(folder).filter((name) => name.endsWith(`.${kind}`));
  const agent = made.find((name) => name.startsWith('millwright-agent'))!;
  return [join(folder, made.find((name) => name !== agent)!), join(folder, agent)];
}

/** Makes the setup or the MSI for Windows in the folder. */
export const makeForWindows = (folder: string, kind: 'setup' | 'msi', ...more: string[]): void =>
  runPackaging(folder, kind, '--arch', 'amd64', ...more);

function runPackaging(folder: string, kind: string, ...more: string[]): void {
  const script = join(projectRoot, 'build/package.ts');
  runOrFail(process.execPath, '--no-env-file', script, '--kind', kind, '--out', folder, ...more);
}

interface ProcessResult {
  code: number;
  /** Standard output and standard error. */
  said: string;
}

/** Runs a program to its end. */
export function runToEnd(...command: string[]): ProcessResult {
  const ended = Bun.spawnSync(command, {
    cwd: projectRoot,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  return { code: ended.exitCode, said: `${ended.stdout}${ended.stderr}` };
}

/** Runs a program and returns its output. Throws an Error when it fails. */
export function runOrFail(...command: string[]): string {
  const { code, said } = runToEnd(...command);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${said}`);
  return said;
}

/**
 * Reports whether packages may be installed into this system. This requires root, explicit permission, and
 * that neither package is installed. It also requires that systemd does not run, because it would start the
 * service.
 */
export function mayInstall(): boolean {
  const isAsked = Boolean(process.env.CI) || process.env.MILLWRIGHT_TEST_PACKAGES === '1';
  const reasons = [
    process.platform === 'linux' && process.getuid?.() === 0 ? '' : 'only root installs packages',
    isAsked ? '' : 'MILLWRIGHT_TEST_PACKAGES=1 allows it to change this system',
    Bun.which('dpkg') ? '' : 'there is no dpkg',
    existsSync('/run/systemd/system') ? 'systemd runs' : '',
    ...[
      '/var/lib/millwright',
      '/var/lib/millwright-agent',
      '/usr/lib/millwright',
      '/opt/millwright-agent',
    ].map((path) => (existsSync(path) ? `${path} is there` : '')),
  ].filter(Boolean);
  if (reasons.length > 0)
    process.stdout.write(`Packages are not installed into this system: ${reasons.join('; ')}.\n`);
  return reasons.length === 0;
}
