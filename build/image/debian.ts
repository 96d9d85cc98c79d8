import { mkdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runCommand } from '../compile-targets.ts';
import type { Processor } from '../package/programs.ts';
import { writeFile } from '../ui-manifest.ts';
import type { ImageEntry } from './archive.ts';
import type { DebianPackage } from './settings.ts';

/** The location of glibc by processor, as Debian installs it and as programs expect it. */
const LIBRARIES: Readonly<Record<Processor, { folder: string; loader: string }>> = {
  amd64: { folder: 'lib/x86_64-linux-gnu', loader: 'lib64/ld-linux-x86-64.so.2' },
  arm64: { folder: 'lib/aarch64-linux-gnu', loader: 'lib/ld-linux-aarch64.so.1' },
};

/** The libraries that the program is linked with, and libgcc_s, which glibc loads to end a thread. */
const DEBIAN_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  libc6: ['libc.so.6', 'libm.so.6', 'libpthread.so.0', 'libdl.so.2'],
  'libgcc-s1': ['libgcc_s.so.1'],
  // Vulnerability scanners read the Debian version from its os-release.
  'base-files': [],
};

export interface Libraries {
  entries: ImageEntry[];
  packages: DebianPackage[];
}

/** Returns the names of missing programs that are needed to read Debian packages. */
export const findMissingTools = (): string[] => ['apt-get', 'dpkg-deb'].filter((name) => !Bun.which(name));

/**
 * Downloads the newest libraries from the Debian mirror of this machine, for any processor. Returns them as
 * files of an image with their licenses. apt-get verifies the signatures. Its lists and packages stay in
 * `folder`. Throws an Error with the output of apt-get when the mirror is not reachable.
 */
export function downloadDebianLibraries(processor: Processor, folder: string): Libraries {
  const { loader, folder: libraries } = LIBRARIES[processor];
  const apt = aptFor(processor, folder);
  runCommand([...apt, 'update', '--quiet', '--error-on=any'], folder);
  const packages: DebianPackage[] = [];
  const entries: ImageEntry[] = [];
  for (const [name, files] of Object.entries(DEBIAN_PACKAGES)) {
    const root = unpack(apt, folder, name);
    for (const file of files) entries.push(fileEntry(root, join(libraries, file)));
    if (name === 'libc6') entries.push(fileEntry(root, join(libraries, basename(loader)), loader));
    if (name === 'base-files') entries.push(fileEntry(root, 'usr/lib/os-release'));
    entries.push({
      name: `usr/share/doc/${name}/copyright`,
      mode: 0o644,
      content: readFileSync(licenseFile(apt, folder, name)),
    });
    // Scanners look here for the packages of images without a package manager.
    const control = readFileSync(join(root, 'DEBIAN/control'));
    entries.push({ name: `var/lib/dpkg/status.d/${name}`, mode: 0o644, content: control });
    packages.push({ name, version: /^Version: (.*)$/m.exec(control.toString())![1]! });
  }
  return { entries, packages };
}

/**
 * Returns an apt-get command with separate lists. It reads the sources and keys of this machine and changes
 * nothing in it.
 */
function aptFor(processor: Processor, folder: string): string[] {
  for (const name of ['state/lists/partial', 'cache/archives/partial'])
    mkdirSync(join(folder, name), { recursive: true });
  const settings = {
    'Dir::State': join(folder, 'state'),
    'Dir::State::status': '/dev/null',
    'Dir::Cache': join(folder, 'cache'),
    'APT::Architecture': processor,
    'APT::Architectures': processor,
    'APT::Sandbox::User': 'root',
    'Acquire::Languages': 'none',
  };
  const file = join(folder, 'apt.conf');
  const lines = Object.entries(settings).map(([name, value]) => `${name} "${value}";\n`);
  writeFile(file, lines.join(''));
  return ['env', `APT_CONFIG=${file}`, 'apt-get'];
}

/** Returns the folder with the files of a package and its control file. */
function unpack(apt: readonly string[], folder: string, name: string): string {
  const fetched = join(folder, `fetched-${name}`);
  mkdirSync(fetched);
  runCommand([...apt, 'download', '--quiet', name], fetched);
  const [archive] = [...new Bun.Glob('*.deb').scanSync(fetched)];
  const root = join(folder, `root-${name}`);
  runCommand(['dpkg-deb', '--raw-extract', join(fetched, archive!), root]);
  return root;
}

/**
 * Returns the license file of a package. That of libgcc-s1 is in another package: its documentation folder is
 * a link there.
 */
function licenseFile(apt: readonly string[], folder: string, name: string): string {
  const documents = join(folder, `root-${name}`, 'usr/share/doc');
  const link = linkTarget(join(documents, name));
  if (link === undefined) return join(documents, name, 'copyright');
  return join(unpack(apt, folder, link), 'usr/share/doc', link, 'copyright');
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (cause) {
    // The path is a folder.
    if ((cause as { code?: string }).code === 'EINVAL') return undefined;
    throw cause;
  }
}

const fileEntry = (root: string, path: string, name = path): ImageEntry => ({
  name,
  mode: path.includes('.so') ? 0o755 : 0o644,
  content: readFileSync(realpathSync(join(root, path))),
});
