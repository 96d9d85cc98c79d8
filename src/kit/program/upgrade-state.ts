import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readText, replaceFile, replaceText, syncFolder } from '../on-disk.ts';

/**
 * The state of a program upgrade. `trial` means that the new program is tried on a copy of the data, and
 * `swapped` that it has replaced the previous one. `done` means that it serves, and `returned` that the
 * previous program stays.
 */
export const upgradeState = z.object({
  /** The ID of the upgrade. */
  id: z.uuid(),
  state: z.enum(['trial', 'swapped', 'done', 'returned']),
  from: z.string(),
  to: z.string(),
  date: z.iso.datetime(),
  /** The name of the user, or the command line. */
  by: z.string(),
  userid: z.int().nullable(),
  /** The reason why the previous program stays; null otherwise. */
  reason: z.string().nullable(),
  /** True once the audit log contains the result. */
  isrecorded: z.boolean(),
});
export type UpgradeState = z.output<typeof upgradeState>;

const FOLDER = '.upgrade';
const STATE = 'state.json';
const REQUEST = 'request.json';
const PROGRAM = process.platform === 'win32' ? 'program.exe' : 'program';

/** Returns the path of a new program until it has passed its trial. Each upgrade has its own folder. */
export const stagedProgramOf = (data: string, id: string): string => join(data, FOLDER, id, PROGRAM);

/** Returns the path of the data copy on which a new program is tried. */
export const trialDataOf = (data: string): string => join(data, FOLDER, 'data');

/**
 * Returns the path of the copy of the previous data. It exists from just before the swap of the program until
 * the new one serves.
 */
export const previousDataOf = (data: string): string => join(data, FOLDER, 'previous');

/** Creates the folder for the new program of an upgrade. Returns the path for its file. */
export function makeStaging(data: string, id: string): string {
  mkdirSync(join(data, FOLDER, id), { recursive: true, mode: 0o700 });
  return stagedProgramOf(data, id);
}

/** Deletes the folder with the new program of an upgrade. */
export const removeStaging = (data: string, id: string): void =>
  rmSync(join(data, FOLDER, id), { recursive: true, force: true });

/**
 * Deletes the remains of interrupted upgrades. The state stays, and a waiting request with its staged
 * program.
 */
export function clearUpgrades(data: string): void {
  const folder = join(data, FOLDER);
  if (!existsSync(folder)) return;
  const retainedNames = [STATE, REQUEST, findRequest(data)?.id];
  for (const name of readdirSync(folder).filter((one) => !retainedNames.includes(one)))
    rmSync(join(folder, name), { recursive: true, force: true });
}

/**
 * Returns the last upgrade of these data, or undefined when there was none. A damaged file counts as none.
 */
export const readUpgradeState = (data: string): UpgradeState | undefined =>
  readJson(join(data, FOLDER, STATE), upgradeState);

/** Stores the state of an upgrade, also for the case of a power failure. */
export function writeUpgradeState(data: string, state: UpgradeState): void {
  mkdirSync(join(data, FOLDER), { recursive: true, mode: 0o700 });
  replaceText(join(data, FOLDER, STATE), JSON.stringify(state), { isSynced: true });
  syncFolder(join(data, FOLDER));
}

/** The request of the upgrade command to the process that serves the data. */
const request = z.object({ id: z.uuid(), version: z.string(), by: z.string() });
export type CommandRequest = z.output<typeof request>;

/**
 * Requests that the process which serves the data continues with the staged program. A newer request replaces
 * an older one.
 */
export const requestUpgrade = (data: string, commandRequest: CommandRequest): void =>
  replaceText(join(data, FOLDER, REQUEST), JSON.stringify(commandRequest), { isSynced: true });

/** Returns the waiting request, or undefined when there is none or it is damaged. */
export const findRequest = (data: string): CommandRequest | undefined =>
  readJson(join(data, FOLDER, REQUEST), request);

/**
 * Removes and returns the waiting request, or returns undefined when there is none or it is damaged. Each
 * request is returned only once.
 */
export function takeRequest(data: string): CommandRequest | undefined {
  const file = join(data, FOLDER, REQUEST);
  if (!existsSync(file)) return undefined;
  const taken = `${file}.taken`;
  replaceFile(file, taken);
  const found = readJson(taken, request);
  rmSync(taken, { force: true });
  return found;
}

function readJson<T extends z.ZodType>(file: string, shape: T): z.output<T> | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return shape.parse(JSON.parse(readText(file)));
  } catch {
    return undefined;
  }
}
