import { readFileSync } from 'node:fs';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';

const ENGLISH = { lang: 1033, codepage: 1200 };

/** Returns the version texts of a Windows executable by name. */
export function readVersionTexts(path: string): Record<string, string> {
  const [info] = Resource.VersionInfo.fromEntries(resourcesOf(path));
  return info?.getStringValues(ENGLISH) ?? {};
}

/** Returns the sizes in pixels of the icons that Windows shows for an executable. */
export function iconSizesOf(path: string): number[] {
  const [group] = Resource.IconGroupEntry.fromEntries(resourcesOf(path));
  // The format stores 256 as 0.
  return (group?.icons ?? []).map(({ width }) => width || 256);
}

function resourcesOf(path: string) {
  const executable = NtExecutable.from(readFileSync(path), { ignoreCert: true });
  return NtExecutableResource.from(executable).entries;
}

/**
 * Reports whether an executable declares this product version. It searches the bytes, because the parser of
 * resources does not support the data that Bun appends.
 */
export function hasProductVersion(path: string, version: string): boolean {
  return readFileSync(path).includes(Buffer.from(`ProductVersion\0${version}\0`, 'utf16le'));
}
