import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readSourceDate } from '../package/documents.ts';
import type { Processor } from '../package/programs.ts';
import { preparePackage } from '../package/stage.ts';
import { writeFile } from '../ui-manifest.ts';
import { type ImageEntry, packImage } from './archive.ts';
import { downloadDebianLibraries } from './debian.ts';
import { buildContainerSettings, type DebianPackage, imageName, USER_ID } from './settings.ts';

/** The system files that glibc and the program need in addition. */
const SYSTEM: readonly ImageEntry[] = [
  {
    name: 'etc/passwd',
    mode: 0o644,
    content: `root:x:0:0:root:/:/nonexistent\nmillwright:x:${USER_ID}:${USER_ID}:Millwright:/data:/nonexistent\n`,
  },
  { name: 'etc/group', mode: 0o644, content: `root:x:0:\nmillwright:x:${USER_ID}:\n` },
  { name: 'etc/nsswitch.conf', mode: 0o644, content: 'passwd: files\ngroup: files\nhosts: files dns\n' },
  { name: 'etc/os-release', mode: 0o777, target: '../usr/lib/os-release' },
  { name: 'tmp/', mode: 0o1777 },
  { name: 'data/', mode: 0o700, owner: USER_ID },
];

/**
 * Writes the container image of a version to `out`. No container engine, daemon or base image is used. The
 * layer of libraries has the same digest in each version until Debian updates them.
 */
export async function makeImage(
  executable: string,
  processor: Processor,
  version: string,
  out: string,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-image-'));
  try {
    const { entries, packages } = downloadDebianLibraries(processor, folder);
    const program = programEntries(executable, version, join(folder, 'staged'));
    writeFile(out, await packImageParts({ libraries: entries, program, packages, processor, version }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The content of the file `upgrade-command` next to the program: the command that users see for an upgrade.
 * With this file, the program does not replace itself. A container is upgraded only with another image.
 */
const UPGRADE_COMMAND =
  'podman load --input millwright_VERSION_ARCHITECTURE.oci.tar (or docker load), then start that image with the same volume\n';

export interface ImageParts {
  libraries: readonly ImageEntry[];
  program: readonly ImageEntry[];
  packages: readonly DebianPackage[];
  processor: Processor;
  version: string;
}

/** Returns the archive of an image with two layers: the libraries with the system files, and the program. */
export function packImageParts(parts: ImageParts, created = readSourceDate()): Promise<Uint8Array> {
  const { libraries, program, packages, processor, version } = parts;
  return packImage({
    layers: [withFolders([...SYSTEM, ...libraries]), withFolders(program)],
    architecture: processor,
    settings: buildContainerSettings(version, created, packages),
    created,
    name: imageName(version),
  });
}

function programEntries(executable: string, version: string, folder: string): ImageEntry[] {
  mkdirSync(folder);
  preparePackage(folder, 'millwright', executable, version);
  const documents = ['copyright', 'third-party.gz'].map((name) => ({
    name: `usr/share/doc/millwright/${name}`,
    mode: 0o644,
    content: readFileSync(join(folder, name)),
  }));
  return [
    { name: 'usr/bin/millwright', mode: 0o755, content: readFileSync(executable) },
    { name: 'usr/bin/upgrade-command', mode: 0o644, content: UPGRADE_COMMAND },
    ...documents,
  ];
}

/** Adds the parent folders of entries, which must precede them. */
function withFolders(entries: readonly ImageEntry[]): ImageEntry[] {
  const present = new Set(entries.map(({ name }) => name));
  const folders = new Set(entries.flatMap(({ name }) => foldersOf(name)));
  const missing = [...folders].filter((name) => !present.has(name));
  return [...missing.map((name) => ({ name, mode: 0o755 })), ...entries];
}

/** Returns the parent folders of a path: `usr/` and `usr/bin/` for `usr/bin/x`. */
function foldersOf(name: string): string[] {
  const parent = dirname(name);
  return parent === '.' ? [] : [...foldersOf(parent), `${parent}/`];
}
