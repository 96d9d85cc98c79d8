import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildInfo, isExecutable } from '../version.ts';

/** The details of the running program that an upgrade needs. */
export interface OwnProgram {
  /** The path of the executable file. */
  path: string;
  version: string;
  /** The release key: base64 of its SubjectPublicKeyInfo. Undefined in a build without one. */
  releaseKey: string | undefined;
  /** False when the program runs from its sources or under Node.js. */
  isExecutable: boolean;
}

/** Returns the path, the version and the release key of the running program. */
export const describeOwnProgram = (): OwnProgram => ({
  path: process.execPath,
  version: buildInfo.version,
  releaseKey: buildInfo.releasekey,
  isExecutable,
});

/**
 * The file that a package or an installer puts next to the program. It contains the command for an upgrade.
 */
const OWNER_FILE = 'upgrade-command';

/**
 * Returns the reason why this program cannot replace itself, as a sentence with the alternative. Returns
 * undefined when it can.
 */
export function findUpgradeObstacle({ path, releaseKey, isExecutable }: OwnProgram): string | undefined {
  if (!isExecutable)
    return 'This appliance does not run from an executable, so you cannot upgrade it here. Stop it, update its sources or folder, and start it again.';
  const command = readOwnerCommand(path);
  if (command !== undefined)
    return `A package or an installer manages this program. Upgrade it with: ${command}`;
  if (releaseKey === undefined)
    return 'This build has no release key, so it cannot verify signatures. Stop it, replace the file, and start it again.';
  if (!canWrite(dirname(path)))
    return `The user of this process cannot write to ${dirname(path)}. Stop it, replace the file, and start it again.`;
  return undefined;
}

function readOwnerCommand(program: string): string | undefined {
  const file = join(dirname(program), OWNER_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
