import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { installedProgramPath } from '../../plugins/endpoints/agent/own-program.ts';
import { buildUnitFile } from '../../plugins/endpoints/agent/service.ts';
import { projectRoot } from '../paths.ts';
import { writeFile } from '../ui-manifest.ts';
import { formatDebianChangelog, formatUsageForMan, listLicenses, readSourceDate } from './documents.ts';
import { fillTemplate } from './nfpm.ts';

/** The folder with the sources of the Linux packages. */
export const installer = join(projectRoot, 'installer/linux');
const ADDRESS = 'maintainers@millwright.example';
export const maintainer = `Millwright maintainers <${ADDRESS}>`;

/** Writes those files of a Linux package to a folder that are built or generated. */
export function preparePackage(folder: string, name: string, program: string, version: string): void {
  mkdirSync(folder, { recursive: true });
  cpSync(program, join(folder, 'millwright'));
  const date = readSourceDate().toISOString();
  const values = { VERSION: version, DATE: date.slice(0, 10), YEAR: date.slice(0, 4), ADDRESS };
  const page = readFileSync(join(installer, 'appliance/millwright.1'), 'utf8');
  const gzipped = {
    'millwright.1.gz': fillTemplate(page, { ...values, USAGE: formatUsageForMan() }),
    'changelog.gz': formatDebianChangelog(name, version, maintainer),
    'third-party.gz': listLicenses(),
  };
  for (const [file, text] of Object.entries(gzipped))
    writeFile(join(folder, file), gzipSync(text, { level: 9 }));
  const copyright = readFileSync(join(installer, 'copyright'), 'utf8');
  writeFile(join(folder, 'copyright'), fillTemplate(copyright, values));
  writeFile(join(folder, 'millwright-agent.service'), buildUnitFile(installedProgramPath('linux')));
}
