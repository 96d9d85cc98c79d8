import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Data, NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { projectRoot } from './paths.ts';
import { writeFile } from './ui-manifest.ts';

/** The icon of the product, drawn from src/web/icon.svg. */
export const iconFile = join(projectRoot, 'assets/millwright.ico');
export const COMPANY = 'Millwright maintainers';

/** English (United States), and the code page of UTF-16. */
const LANGUAGE = { lang: 1033, codepage: 1200 };

/** Properties of an executable that Windows shows. */
export interface ProgramDescription {
  /** The name of the file, such as `millwright.exe`. */
  file: string;
  /** The description that Task Manager shows. */
  description: string;
  /** The version of the program, such as `1.2.3` or `1.2.3-rc1`. */
  version: string;
}

/** Returns a version as the four numbers that Windows compares: `1.2.3-rc1` is `1.2.3.0`. */
export function toFourNumbers(version: string): [number, number, number, number] {
  const [major = 0, minor = 0, patch = 0] = version.split('-')[0]!.split('.').map(Number);
  return [major, minor, patch, 0];
}

/**
 * Copies a Windows executable and sets the icon of the product and a version. Its signature is removed,
 * because it would no longer be valid. All other resources stay unchanged.
 */
export function writeVersionResources(from: string, to: string, program: ProgramDescription): void {
  const executable = NtExecutable.from(readFileSync(from), { ignoreCert: true });
  const resources = NtExecutableResource.from(executable);
  replaceIcons(resources);
  replaceVersion(resources, program);
  resources.outputResource(executable);
  writeFile(to, Buffer.from(executable.generate()));
}

/** Replaces the first icon group, which is the one that Windows shows. */
function replaceIcons({ entries }: NtExecutableResource): void {
  const { icons } = Data.IconFile.from(readFileSync(iconFile));
  const [first] = Resource.IconGroupEntry.fromEntries(entries);
  Resource.IconGroupEntry.replaceIconsForResource(
    entries,
    first?.id ?? 1,
    first?.lang ?? LANGUAGE.lang,
    icons.map(({ data }) => data),
  );
}

function replaceVersion(
  resources: NtExecutableResource,
  { file, description, version }: ProgramDescription,
): void {
  const isVersion = ({ type }: { type: string | number }) => type === VERSION_TYPE;
  resources.entries = resources.entries.filter((entry) => !isVersion(entry));
  const info = Resource.VersionInfo.createEmpty();
  info.lang = LANGUAGE.lang;
  info.setFileVersion(...toFourNumbers(version), LANGUAGE.lang);
  info.setProductVersion(...toFourNumbers(version), LANGUAGE.lang);
  info.setStringValues(LANGUAGE, {
    ProductName: 'Millwright',
    ProductVersion: version,
    FileVersion: version,
    FileDescription: description,
    CompanyName: COMPANY,
    LegalCopyright: COMPANY,
    OriginalFilename: file,
    InternalName: file.replace(/\.exe$/, ''),
  });
  info.outputToResourceEntries(resources.entries);
}

/** The number of the resource type for version information (RT_VERSION). */
const VERSION_TYPE = 16;
