import { cpSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../compile-targets.ts';
import { projectRoot } from '../paths.ts';
import { writeFile } from '../ui-manifest.ts';
import { iconFile, toFourNumbers, writeVersionResources } from '../windows-resources.ts';
import { listLicenses } from './documents.ts';
import type { Signer } from './tools.ts';

const windowsInstaller = join(projectRoot, 'installer/windows');

/**
 * The content of the file `upgrade-command` next to the program: the command that users see for an upgrade.
 * With this file, the program does not replace itself, because only the setup may do so.
 */
const UPGRADE_COMMAND = 'millwright-setup_VERSION_x64.exe\n';

export interface StagedBuild {
  /** A folder with millwright.exe. The other required files are added to it. */
  staged: string;
  version: string;
  /** True when the version only tests an upgrade. */
  isTrial: boolean;
  signer: Signer;
  /** The path of the result. */
  path: string;
}

/** Makes the setup of the appliance: an NSIS installer for 64-bit Windows. */
export function makeSetup({ staged, version, isTrial, signer, path }: StagedBuild): void {
  buildService(staged, version);
  signer.sign(join(staged, 'millwright-service.exe'));
  writeFile(join(staged, 'third-party.txt'), listLicenses().replaceAll('\n', '\r\n'));
  writeFile(join(staged, 'upgrade-command'), UPGRADE_COMMAND);
  cpSync(iconFile, join(staged, 'millwright.ico'));
  const fresh = join(staged, 'millwright-setup.exe');
  const defines = {
    VERSION: version,
    NUMBERS: toFourNumbers(version).join('.'),
    STAGED: staged,
    OUT: fresh,
    ...(isTrial && { TRIAL: '1' }),
    ...(signer.script && { SIGN: signer.script }),
  };
  const flags = Object.entries(defines).map(([name, value]) => `-D${name}=${value}`);
  runCommand([
    'makensis',
    '-V2',
    '-WX',
    '-INPUTCHARSET',
    'UTF8',
    ...flags,
    join(windowsInstaller, 'setup.nsi'),
  ]);
  signer.sign(fresh);
  renameSync(fresh, path);
}

/**
 * Compiles the program of the Windows service into the folder. Its sources are in installer/windows/service.
 */
export function buildService(folder: string, version: string): void {
  const plain = join(folder, 'service.exe');
  const environment = ['GOOS=windows', 'GOARCH=amd64', 'CGO_ENABLED=0'];
  const flags = ['-trimpath', '-buildvcs=false', '-ldflags', '-s -w', '-o', plain];
  runCommand(['env', ...environment, 'go', 'build', ...flags, '.'], join(windowsInstaller, 'service'));
  const file = 'millwright-service.exe';
  writeVersionResources(plain, join(folder, file), { file, description: 'Millwright service', version });
}
