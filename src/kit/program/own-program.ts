import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildInfo, isExecutable } from '../version.ts';

/** The program that runs, as far as an upgrade needs to know it. */
export interface OwnProgram {
  /** The path of its file. */
  path: string;
  version: string;
  /** Base64 of the SubjectPublicKeyInfo; undefined in a build without a release key. */
  releaseKey: string | undefined;
  /** False when it runs from its sources or under Node.js. */
  isExecutable: boolean;
}

export const describeOwnProgram = (): OwnProgram => ({
  path: process.execPath,
  version: buildInfo.version,
  releaseKey: buildInfo.releasekey,
  isExecutable,
});

/** A package or an installer puts this file beside the program: it contains the command that upgrades it. */
const OWNER_FILE = 'upgrade-command';

/** Why this program cannot replace itself, in a sentence that says what to do instead; undefined when it can. */
export function findUpgradeObstacle({ path, releaseKey, isExecutable }: OwnProgram): string | undefined {
  if (!isExecutable)
    return 'This appliance does not run from an executable, so it cannot be upgraded here. Stop it, update its sources or its folder, and start it again.';
  const command = readOwnerCommand(path);
  if (command !== undefined)
    return `A package or an installer owns this program. Upgrade it with: ${command}`;
  if (releaseKey === undefined)
    return 'This build has no release key, so it cannot check signatures. Stop it, replace the file, and start it again.';
  if (!canWrite(dirname(path)))
    return `The user of this process may not write to ${dirname(path)}. Stop it, replace the file, and start it again.`;
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
