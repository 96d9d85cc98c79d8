import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../compile-targets.ts';
import { projectRoot } from '../paths.ts';

/** When the sources were last changed; now where they are in no repository. */
export function readSourceDate(): Date {
  const git = Bun.spawnSync(['git', 'log', '-1', '--format=%ct'], { cwd: projectRoot, stderr: 'ignore' });
  return git.exitCode === 0 ? new Date(Number(git.stdout.toString()) * 1000) : new Date();
}

/** What "millwright help" says, in the language of man pages. */
export function formatUsageForMan(): string {
  const usage = runCommand([process.execPath, '--no-env-file', 'src/main.ts', 'help']).trim();
  return usage.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll(/^[.']/gm, '\\&$&');
}

/** The newest part of CHANGELOG.md, as Debian writes it. */
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
    .map((point) => wrapped(point, 74).join('\n    '));
  const date = readSourceDate().toUTCString().replace('GMT', '+0000');
  return `${name} (${toDebianVersion(version)}) stable; urgency=medium\n\n${points.map((point) => `  * ${point}\n`).join('')}\n -- ${maintainer}  ${date}\n`;
}

/** 1.0.0-rc1 is older than 1.0.0. */
export const toDebianVersion = (version: string): string => version.replace('-', '~');

function wrapped(text: string, width: number): string[] {
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

/** Every package that the program is made of, with its licence; texts that are the same stand there once. */
export function listLicenses(): string {
  const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'));
  const packages = Object.entries(lock.packages as Record<string, LockedPackage>);
  const titles = new Map<string, string[]>();
  for (const [path, { version, license = 'its own licence', dev }] of packages) {
    if (path === '' || dev || !existsSync(join(projectRoot, path))) continue;
    const title = `${path.replace(/^.*node_modules\//, '')} ${version} (${license})`;
    const text = licenceIn(join(projectRoot, path));
    titles.set(text, [...(titles.get(text) ?? []), title]);
  }
  return [...titles].map(([text, names]) => `${'-'.repeat(78)}\n${names.join('\n')}\n\n${text}\n`).join('\n');
}

function licenceIn(folder: string): string {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
  return file
    ? readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()
    : '(no text with it)';
}
