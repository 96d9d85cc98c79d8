import { readFileSync } from 'node:fs';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';

const ENGLISH = { lang: 1033, codepage: 1200 };

/** Returns the version texts of a Windows executable, by name. */
export function readVersionTexts(path: string): Record<string, string> {
  const [info] = Resource.VersionInfo.fromEntries(resourcesOf(path));
  return info?.getStringValues(ENGLISH) ?? {};
}

/** Returns the sizes of the icons that Windows shows of an executable, in pixels. */
export function iconSizesOf(path: string): number[] {
  const [group] = Resource.IconGroupEntry.fromEntries(resourcesOf(path));
  // The format says 0 for 256.
  return (group?.icons ?? []).map(({ width }) => width || 256);
}

function resourcesOf(path: string) {
  const executable = NtExecutable.from(readFileSync(path), { ignoreCert: true });
  return NtExecutableResource.from(executable).entries;
}

/**
 * Reports whether an executable says that it is a product of the version. It reads the bytes alone, because what Bun adds
 * behind the resources is more than their reader expects.
 */
export function hasProductVersion(path: string, version: string): boolean {
  return readFileSync(path).includes(Buffer.from(`ProductVersion\0${version}\0`, 'utf16le'));
}
