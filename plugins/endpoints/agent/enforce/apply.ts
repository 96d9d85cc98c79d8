import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { AgentContext } from '../agent-context.ts';
import { readLog } from '../collect-log.ts';
import { execute } from '../execute.ts';
import { moveIntoPlace } from '../move-into-place.ts';
import type { CommandOutcome } from '../outcome.ts';
import type { Entry } from './desired-manifest.ts';
import { expandVariables, markerOf } from './detect.ts';
import { fetchPayload } from './payload.ts';

const isWindows = process.platform === 'win32';
/** Exit codes of Windows installers for success that requires a restart of the PC. */
const REBOOT_CODES = [3010, 1641];
const MAX_LOG_LENGTH = 2000;

/** File extension of a payload, by which Windows selects the program for it. */
const ENDINGS: Record<Entry['Type'], string> = {
  EXE: isWindows ? '.exe' : '',
  MSI: '.msi',
  PS1: '.ps1',
  BAT: '.bat',
  CMD: '.cmd',
  REG: '.reg',
  INF: '.inf',
  FILE: '',
};

export interface ApplyResult {
  isDone: boolean;
  exitcode?: number;
  /** End of the log file or output of the entry, when it failed. Absent after success. */
  message?: string;
  needsReboot: boolean;
}

/**
 * Applies an entry, including the download of its payload, within the time limit. Throws when there is no
 * usable payload or destination, or the download takes too long. A program that fails or takes too long is a
 * result. The working folder is deleted afterwards, and only the system may write there. In a shared
 * temporary directory, another user could add a library to the payload before the folder is locked.
 */
export async function applyEntry(
  entry: Entry,
  context: AgentContext,
  timeoutseconds: number,
): Promise<ApplyResult> {
  const ends = performance.now() + timeoutseconds * 1000;
  mkdirSync(context.work, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(context.work, 'enforce-'));
  try {
    const file = join(folder, `payload${ENDINGS[entry.Type]}`);
    const hasPayload = entry.PayloadSha256 != null || entry.InlinePayload != null;
    if (hasPayload) await fetchPayload(entry, file, context, timeoutseconds);
    if (entry.Type === 'FILE') return putFile(entry, file);
    const left = Math.max((ends - performance.now()) / 1000, 1);
    const applied = toApplyResult(entry, await start(entry, hasPayload ? file : undefined, left));
    if (applied.isDone) writeMarker(entry);
    return applied;
  } finally {
    deleteWorkFolder(folder);
  }
}

/**
 * Deletes a working folder, if possible. A program that the entry started, or a virus scanner, may have a
 * file in it open. The next run deletes the folder then.
 */
export function deleteWorkFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  } catch {
    // A folder that cannot be deleted does not change the result of the entry.
  }
}

function putFile(entry: Entry, file: string): ApplyResult {
  const path = expandVariables(entry.DetectionPath ?? '');
  if (!isAbsolute(path))
    throw new Error('A FILE entry requires the full destination path as its DetectionPath.');
  mkdirSync(dirname(path), { recursive: true });
  if (!isWindows) chmodSync(file, 0o644);
  moveIntoPlace(file, path);
  return { isDone: true, needsReboot: entry.RebootRequired === true };
}

/**
 * Writes the marker file of an entry. An existing file is replaced, because another user may have created it.
 */
function writeMarker(entry: Entry): void {
  if (entry.DetectionMethod !== 'MarkerFile' || !entry.DetectionPath) return;
  const path = expandVariables(entry.DetectionPath);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  writeFileSync(path, `${markerOf(entry)}\n`, { flag: 'wx', mode: 0o644 });
}

function start(entry: Entry, file: string | undefined, timeoutseconds: number): Promise<CommandOutcome> {
  const [program, args] = isWindows ? buildWindowsCommand(entry, file) : buildLinuxCommand(entry, file);
  return execute(program, args, {
    captureoutput: true,
    workingdirectory: null,
    timeoutseconds,
    verbatim: true,
    leavesbehind: true,
  });
}

/**
 * Returns the program and arguments for an entry on Windows. Without a payload file, the arguments are a
 * command line for cmd.exe. The agent names the folder, so the path contains no quotation mark. The arguments
 * are one command line, as on Windows.
 */
export function buildWindowsCommand(
  { Type, InstallArgs }: Entry,
  file: string | undefined,
): [string, string[]] {
  const args = InstallArgs ?? '';
  const quoted = `"${file}"`;
  if (file === undefined) return ['cmd.exe', ['/d', '/s', '/c', `"${args}"`]];
  if (Type === 'MSI') return ['msiexec.exe', ['/i', quoted, '/qn', '/norestart', args]];
  if (Type === 'PS1')
    return [
      'powershell.exe',
      ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-File', quoted, args],
    ];
  if (Type === 'BAT' || Type === 'CMD') return ['cmd.exe', ['/d', '/s', '/c', `"${quoted} ${args}"`]];
  if (Type === 'REG') return ['reg.exe', ['import', quoted]];
  if (Type === 'INF') return ['pnputil.exe', ['/add-driver', quoted, '/install']];
  return [file, [args]];
}

/**
 * Returns the program and arguments for an entry on Linux, which supports only programs and command lines.
 */
export function buildLinuxCommand(
  { Type, InstallArgs }: Entry,
  file: string | undefined,
): [string, string[]] {
  const args = InstallArgs ?? '';
  if (Type === 'CMD')
    return ['/bin/sh', file === undefined ? ['-c', args] : [file, ...parseCommandLine(args)]];
  return [file!, parseCommandLine(args)];
}

/**
 * Splits a command line at blanks. A word that begins with a single or double quotation mark ends at the next
 * mark of this kind. Quotation marks within a word have no meaning.
 */
export const parseCommandLine = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );

/**
 * Reports whether this PC supports the type of an entry. Only Windows supports types other than EXE, CMD and
 * FILE.
 */
export const isForThisSystem = ({ Type }: Entry): boolean =>
  isWindows || Type === 'EXE' || Type === 'CMD' || Type === 'FILE';

function toApplyResult(entry: Entry, { status, exitcode, output }: CommandOutcome): ApplyResult {
  const wantsReboot = isWindows && exitcode != null && REBOOT_CODES.includes(exitcode);
  const isDone = status === 'succeeded' || wantsReboot;
  return {
    isDone,
    ...(exitcode != null && { exitcode }),
    needsReboot: isDone && (wantsReboot || entry.RebootRequired === true),
    ...(!isDone && { message: failureTextOf(entry, output ?? '') }),
  };
}

/**
 * Returns the end of the entry's log file. Without a readable log file, or if it is empty, returns the end of
 * the output.
 */
function failureTextOf({ LogFile }: Entry, output: string): string {
  const log = LogFile ? endOf(expandVariables(LogFile)) : '';
  return (log || output).slice(-MAX_LOG_LENGTH).trim();
}

function endOf(path: string): string {
  try {
    // Publishers of entries already decide which code runs on the PC, so their log files may be anywhere.
    return readLog({ path, folders: null }).content;
  } catch {
    // There is no log, or it may not be read.
    return '';
  }
}
