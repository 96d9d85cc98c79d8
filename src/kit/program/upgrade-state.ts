import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readText, replaceFile, replaceText, syncFolder } from '../on-disk.ts';

/**
 * The state of an upgrade of the program: `trial` while the new program is tried out on a copy of the data, `swapped`
 * once it has taken the place of the previous one, `done` once it serves, `returned` when the previous one stays.
 */
export const upgradeState = z.object({
  state: z.enum(['trial', 'swapped', 'done', 'returned']),
  from: z.string(),
  to: z.string(),
  date: z.iso.datetime(),
  /** The name of the user, or the command line. */
  by: z.string(),
  userid: z.int().nullable(),
  /** Why the previous program stays; null otherwise. */
  reason: z.string().nullable(),
  /** Whether the audit log has the end of it. */
  isrecorded: z.boolean(),
});
export type UpgradeState = z.output<typeof upgradeState>;

const FOLDER = '.upgrade';
const STATE = 'state.json';
const REQUEST = 'request.json';

const folderOf = (data: string): string => join(data, FOLDER);

/** Where the new program is stored until it has passed its trial. Its name does not matter, only Windows wants the ending. */
export const stagedProgram = (data: string): string =>
  join(folderOf(data), process.platform === 'win32' ? 'program.exe' : 'program');

/** Where the copy of the data is on which the new program is tried out. */
export const trialData = (data: string): string => join(folderOf(data), 'data');

export const makeUpgradeFolder = (data: string): void =>
  void mkdirSync(folderOf(data), { recursive: true, mode: 0o700 });

/** Removes the new program and the copy of the data; the state stays. */
export function clearUpgrade(data: string): void {
  for (const path of [
    stagedProgram(data),
    `${stagedProgram(data)}.sig`,
    trialData(data),
    join(folderOf(data), REQUEST),
  ])
    rmSync(path, { recursive: true, force: true });
}

/** The last upgrade of these data; undefined when there was none. A damaged file counts as none. */
export function readUpgradeState(data: string): UpgradeState | undefined {
  const file = join(folderOf(data), STATE);
  if (!existsSync(file)) return undefined;
  try {
    return upgradeState.parse(JSON.parse(readText(file)));
  } catch {
    return undefined;
  }
}

export function writeUpgradeState(data: string, state: UpgradeState): void {
  makeUpgradeFolder(data);
  replaceText(join(folderOf(data), STATE), JSON.stringify(state), { isSynced: true });
  syncFolder(folderOf(data));
}

/** What the command leaves for the process that serves the data. */
const request = z.object({ version: z.string(), by: z.string() });
type CommandRequest = z.output<typeof request>;

/** Asks the process that serves the data to continue with the staged program. */
export const requestUpgrade = (data: string, wish: CommandRequest): void =>
  replaceText(join(folderOf(data), REQUEST), JSON.stringify(wish), { isSynced: true });

/** Takes the request of a command; undefined when there is none. Each is returned once. */
export function takeUpgradeRequest(data: string): CommandRequest | undefined {
  const file = join(folderOf(data), REQUEST);
  if (!existsSync(file)) return undefined;
  const taken = `${file}.taken`;
  replaceFile(file, taken);
  try {
    return request.parse(JSON.parse(readFileSync(taken, 'utf8')));
  } catch {
    return undefined;
  } finally {
    rmSync(taken, { force: true });
  }
}
