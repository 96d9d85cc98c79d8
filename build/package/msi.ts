import { cpSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../compile-targets.ts';
import { projectRoot } from '../paths.ts';
import { iconFile, toFourNumbers } from '../windows-resources.ts';
import type { StagedBuild } from './setup.ts';

const source = join(projectRoot, 'installer/windows/agent.wxs');

/** Makes the MSI of the agent. */
export function makeMsi({ staged, version, signer, path }: StagedBuild): void {
  const numbers = toFourNumbers(version);
  cpSync(iconFile, join(staged, 'millwright.ico'));
  const fresh = join(staged, 'agent.msi');
  // wixl only finds files by relative paths.
  runCommand(
    ['wixl', '-a', 'x64', '-D', `VERSION=${numbers.slice(0, 3).join('.')}`, '-o', fresh, source],
    staged,
  );
  for (const statement of statements(numbers.join('.'))) runCommand(['msibuild', fresh, '-q', statement]);
  signer.sign(fresh);
  renameSync(fresh, path);
}

/** Returns the SQL statements for settings that wixl does not read from its source. */
const statements = (fileVersion: string): string[] => [
  // Without a version, Windows Installer would retain the older program, because that has one.
  `UPDATE \`File\` SET \`Version\` = '${fileVersion}', \`Language\` = '1033' WHERE \`File\` = 'Agent'`,
  // Windows Installer passes other properties to its service only for administrators.
  "UPDATE `Property` SET `Value` = 'SERVER;PIN;KEYFILE;WIX_UPGRADE_DETECTED;WIX_DOWNGRADE_DETECTED' WHERE `Property` = 'SecureCustomProperties'",
  // An upgrade needs no server, because the agent retains its configuration.
  "INSERT INTO `LaunchCondition` (`Condition`, `Description`) VALUES ('SERVER OR Installed OR WIX_UPGRADE_DETECTED', 'Name the appliance: SERVER=https://its-name:8443')",
];
