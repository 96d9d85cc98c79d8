import { z } from 'zod';
import { validateLogPath } from './log-paths.ts';

/** Where logs lie, as long as an admin says nothing else; `*` stands for one folder. */
export const LOG_FOLDERS = [
  '/var/log',
  'C:\\Logs',
  'C:\\ProgramData\\*\\Logs',
  'C:\\Windows\\Logs',
  'C:\\inetpub\\logs',
];

/**
 * What the agent is told of a log file. An appliance that says nothing of folders is older than they are: those that hold
 * everywhere do then. Null: an admin wants this file, wherever it lies and whatever it is called.
 */
export const logRequest = z.object({
  path: z.string(),
  folders: z
    .string()
    .array()
    .nullable()
    .default(() => [...LOG_FOLDERS]),
});
export interface LogRequest {
  path: string;
  folders: readonly string[] | null;
}

/** A log by its name; those that were put aside have a number behind it. */
const LOG_NAME = /\.(?:log|txt|out|err|trace)(?:\.\d+)?$/i;
/** Where the system itself keeps logs whose names have no ending. */
const SYSTEM_LOGS = ['', 'var', 'log'];

const MAX_FOLDERS = 200;

/** The folders of a setting: one a line. */
export const parseFolders = (text: string): string[] =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/**
 * What is wrong with the path of a log file, as one sentence; undefined for one that may be read. The server asks before
 * it queues, the agent again with the path of the file that it has opened.
 */
export function validateLogFile({ path, folders }: LogRequest): string | undefined {
  const refusal = validateLogPath(path);
  if (refusal || folders === null) return refusal;
  const parts = partsOf(path);
  if (!folders.some((folder) => liesBelow(parts, partsOf(folder))))
    return 'Only files below the log folders are read: an admin says which under Settings, Endpoints.';
  const name = parts.at(-1)!;
  const isOfSystem = !name.includes('.') && liesBelow(parts, SYSTEM_LOGS);
  return isOfSystem || LOG_NAME.test(name)
    ? undefined
    : 'Only files that end in .log, .txt, .out, .err or .trace are read, with a number behind it or not.';
}

/** The folders and the name of a path. Windows takes letters of either case for the same, Linux does not. */
function partsOf(path: string): string[] {
  const slashed = path.replaceAll('\\', '/').replace(/\/$/, '');
  return (/^[a-z]:/i.test(slashed) ? slashed.toLowerCase() : slashed).split('/');
}

const liesBelow = (parts: readonly string[], folder: readonly string[]): boolean =>
  parts.length > folder.length && folder.every((part, at) => part === '*' || part === parts[at]);

/** Whether a path leads into a folder. */
export const isInFolder = (path: string, folder: string): boolean =>
  liesBelow(partsOf(path), partsOf(folder));

/** What is wrong with the folders of the setting, as the end of a sentence. */
export function validateLogFolders(text: string): string | undefined {
  const folders = parseFolders(text);
  if (folders.length > MAX_FOLDERS) return `names at most ${MAX_FOLDERS} folders.`;
  for (const folder of folders) {
    const parts = partsOf(folder).slice(1);
    if (parts.every((part) => part === '*'))
      return `names each folder from the drive or the root on: ${folder}`;
    // As a file of that folder would be judged, but for the `*` that stands for one folder.
    const named = [partsOf(folder)[0], ...parts.map((part) => (part === '*' ? 'one' : part)), 'x.log'];
    const refusal = validateLogPath(named.join('/'));
    if (refusal) return `cannot have ${folder}. ${refusal}`;
  }
  return undefined;
}
