import { z } from 'zod';
import { validateLogPath } from './log-paths.ts';

/** Default log folders until an admin sets others. `*` matches one folder name. */
export const LOG_FOLDERS = [
  '/var/log',
  'C:\\Logs',
  'C:\\ProgramData\\*\\Logs',
  'C:\\Windows\\Logs',
  'C:\\inetpub\\logs',
];

/**
 * Parameters of `collect_log` as the agent receives them. An appliance that sends no `folders` is older than
 * this field, so the default folders apply. With null, an admin requests this file regardless of log folders
 * and file extension. The rules of `validateLogPath` always apply.
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

/** Names of log files. Rotated logs have a number as a suffix. */
const LOG_NAME = /\.(?:log|txt|out|err|trace)(?:\.\d+)?$/i;
/** Folder where the system keeps logs whose names have no extension. */
const SYSTEM_LOGS = ['', 'var', 'log'];

const MAX_FOLDERS = 200;

/** Parses the folders of the setting, one per line. Empty lines are skipped. */
export const parseFolders = (text: string): string[] =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/**
 * Returns a message that says why a log file may not be read, or undefined when it may. The server checks
 * before it queues the command, and again when it receives the file. The agent checks also with the path of
 * the opened file.
 */
export function validateLogFile({ path, folders }: LogRequest): string | undefined {
  const refusal = validateLogPath(path);
  if (refusal || folders === null) return refusal;
  const parts = partsOf(path);
  if (!folders.some((folder) => liesBelow(parts, partsOf(folder))))
    return 'Only files below the log folders can be fetched. An admin sets these folders under Settings, PCs.';
  const name = parts.at(-1)!;
  const isOfSystem = !name.includes('.') && liesBelow(parts, SYSTEM_LOGS);
  return isOfSystem || LOG_NAME.test(name)
    ? undefined
    : 'Only .log, .txt, .out, .err and .trace files can be fetched, also with a number such as .log.1.';
}

/** Splits a path into folders and name. Windows paths are case-insensitive, Linux paths are not. */
function partsOf(path: string): string[] {
  const slashed = path.replaceAll('\\', '/').replace(/\/$/, '');
  return (/^[a-z]:/i.test(slashed) ? slashed.toLowerCase() : slashed).split('/');
}

const liesBelow = (parts: readonly string[], folder: readonly string[]): boolean =>
  parts.length > folder.length && folder.every((part, at) => part === '*' || part === parts[at]);

/** Reports whether a path is below a folder, at any depth. `*` in the folder matches one folder name. */
export const isInFolder = (path: string, folder: string): boolean =>
  liesBelow(partsOf(path), partsOf(folder));

/**
 * Returns the problem of the folder setting as a text that follows the name of the setting, or undefined when
 * there is none.
 */
export function validateLogFolders(text: string): string | undefined {
  const folders = parseFolders(text);
  if (folders.length > MAX_FOLDERS) return `can have at most ${MAX_FOLDERS} folders.`;
  for (const folder of folders) {
    const parts = partsOf(folder).slice(1);
    if (parts.every((part) => part === '*'))
      return `must contain full paths that begin with a drive or the root: ${folder}`;
    // Checks the path of a sample file in the folder, with a name for each `*`.
    const named = [partsOf(folder)[0], ...parts.map((part) => (part === '*' ? 'one' : part)), 'x.log'];
    const refusal = validateLogPath(named.join('/'));
    if (refusal) return `cannot contain ${folder}. ${refusal}`;
  }
  return undefined;
}
