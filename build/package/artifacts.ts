import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { findNewestSourceTime } from '../../test/support/executable.ts';
import { compileTargets } from '../compile-targets.ts';
import { containerExamples } from './container.ts';
import { toDebianVersion } from './documents.ts';

const ARTIFACT_SUFFIXES = ['.deb', '.rpm', '.oci.tar', '.exe', '.msi'];

/**
 * Lists the files of a version in a folder, from this or an earlier run, sorted by name. These are packages,
 * installers and images with the version in their name. For the version of the sources, they are also the
 * examples that start an image, and executables that are newer than the sources.
 */
export function artifactsOf(folder: string, version: string): string[] {
  const executables = compileTargets.map(({ file }) => file);
  const isOfSources = version === manifest.version;
  return readdirSync(folder)
    .filter((name) => {
      if (containerExamples.includes(name)) return isOfSources;
      if (!executables.includes(name)) return isNamedAfter(name, version);
      return isOfSources && statSync(join(folder, name)).mtimeMs > findNewestSourceTime();
    })
    .sort();
}

/**
 * Matches names such as `millwright_1.0.0_amd64.deb`, `millwright-1.0.0-1.x86_64.rpm` and
 * `millwright-setup_1.0.0_x64.exe`.
 */
function isNamedAfter(name: string, version: string): boolean {
  const isOfVersion = [version, toDebianVersion(version)].some(
    (written) => name.includes(`_${written}_`) || name.includes(`-${written}-1.`),
  );
  return name.startsWith('millwright') && isOfVersion && ARTIFACT_SUFFIXES.some((end) => name.endsWith(end));
}
