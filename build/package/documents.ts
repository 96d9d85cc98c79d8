import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../compile-targets.ts';
import { projectRoot } from '../paths.ts';

/** Returns the time of the last commit of the sources, or now outside a repository. */
export function readSourceDate(): Date {
  const git = Bun.spawnSync(['git', 'log', '-1', '--format=%ct'], { cwd: projectRoot, stderr: 'ignore' });
  return git.exitCode === 0 ? new Date(Number(git.stdout.toString()) * 1000) : new Date();
}

/** Returns the output of "millwright help", escaped for a man page. */
export function formatUsageForMan(): string {
  const usage = runCommand([process.execPath, '--no-env-file', 'src/main.ts', 'help']).trim();
  return usage.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll(/^[.']/gm, '\\&$&');
}

/** Returns the newest section of CHANGELOG.md in the format of Debian. */
export function formatDebianChangelog(name: string, version: string, maintainer: string): string {
  const [, newest = ''] = readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8').split(/^## .*$/m);
  const points = newest
    .split(/^- /m)
    .map((point) =>
      point
        .replaceAll(/\*\*|`/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean)
    .map((point) => wrapText(point, 74).join('\n    '));
  const date = readSourceDate().toUTCString().replace('GMT', '+0000');
  return `${name} (${toDebianVersion(version)}) stable; urgency=medium\n\n${points.map((point) => `  * ${point}\n`).join('')}\n -- ${maintainer}  ${date}\n`;
}

/** Returns the version for Debian, where 1.0.0~rc1 sorts before 1.0.0. */
export const toDebianVersion = (version: string): string => version.replace('-', '~');

function wrapText(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line.length + word.length < width) lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

interface LockedPackage {
  version: string;
  license?: string;
  dev?: boolean;
}

/** Returns the licenses of all installed packages except development ones. Identical texts appear once. */
export function listLicenses(): string {
  const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'));
  const packages = Object.entries(lock.packages as Record<string, LockedPackage>);
  const titles = new Map<string, string[]>();
  for (const [path, { version, license = 'its own license', dev }] of packages) {
    if (path === '' || dev || !existsSync(join(projectRoot, path))) continue;
    const title = `${path.replace(/^.*node_modules\//, '')} ${version} (${license})`;
    const text = licenseIn(join(projectRoot, path));
    titles.set(text, [...(titles.get(text) ?? []), title]);
  }
  return [...titles].map(([text, names]) => `${'-'.repeat(78)}\n${names.join('\n')}\n\n${text}\n`).join('\n');
}

function licenseIn(folder: string): string {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
  return file
    ? readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()
    : '(no text with it)';
}
