import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readPieces } from '../read-pieces.ts';
import type { Entry } from './desired-manifest.ts';

const run = promisify(execFile);
const isWindows = process.platform === 'win32';
const MAX_MARKER_BYTES = 64 * 1024;
/** Maximum bytes of a file that is hashed. A sparse file may report a huge size. */
const MAX_HASHED_BYTES = 16 * 1024 ** 3;
const LOOK_MS = 60_000;

/**
 * `wanted`: the PC has what the entry installs. `other`: an object is present, but not the desired one.
 * `nothing`: there is no object, or the entry is always applied.
 */
export type DetectionState = 'wanted' | 'other' | 'nothing';

/** Error for an entry whose state cannot be determined on this PC. */
export class UndetectableError extends Error {}

/**
 * Determines with the detection method of an entry whether the PC has what the entry installs. Returns
 * `nothing` without a method, and for `Always`. Throws UndetectableError when the entry has no path, or its
 * method requires Windows on another system. Throws other errors, such as for a file that cannot be read.
 */
export async function detectEntry(entry: Entry): Promise<DetectionState> {
  const method = entry.DetectionMethod ?? 'Always';
  if (method === 'Always') return 'nothing';
  const path = expandVariables(entry.DetectionPath ?? '');
  if (path === '') throw new UndetectableError(`The detection method ${method} requires a DetectionPath.`);
  return DETECTORS[method](path, entry);
}

type Look = (path: string, entry: Entry) => DetectionState | Promise<DetectionState>;

const DETECTORS: Record<Exclude<NonNullable<Entry['DetectionMethod']>, 'Always'>, Look> = {
  File: (path, { DetectionName }) =>
    existsSync(DetectionName ? join(path, DetectionName) : path) ? 'wanted' : 'nothing',
  MarkerFile: async (path, entry) => {
    if (!existsSync(path)) return 'nothing';
    const value = markerOf(entry);
    if (value === '') return 'wanted';
    return (await markerIn(path)) === value ? 'wanted' : 'other';
  },
  Hash: async (path, { DetectionValue, PayloadSha256 }) => {
    if (!existsSync(path)) return 'nothing';
    const expected = String(DetectionValue ?? PayloadSha256 ?? '').toLowerCase();
    return (await sha256OfFile(path)) === expected ? 'wanted' : 'other';
  },
  FileVersion: async (path, { DetectionValue }) => {
    onlyWindows('FileVersion');
    if (!existsSync(path)) return 'nothing';
    return isAtLeast(await fileVersion(path), String(DetectionValue ?? '')) ? 'wanted' : 'other';
  },
  Registry: async (path, { DetectionName, DetectionValue }) => {
    onlyWindows('Registry');
    const value = await registryValue(path, DetectionName ?? undefined);
    if (value === undefined) return 'nothing';
    return DetectionValue == null || value === String(DetectionValue) ? 'wanted' : 'other';
  },
};

/**
 * Returns the content of an entry's marker file. It is the detection value, so that a new value applies the
 * entry again.
 */
export const markerOf = ({ DetectionValue }: Entry): string => String(DetectionValue ?? '').trim();

function onlyWindows(method: string): void {
  if (!isWindows) throw new UndetectableError(`The detection method ${method} requires Windows.`);
}

/**
 * Expands variables such as `%ProgramFiles%` on Windows. Unknown ones, and paths on Linux, stay as they are.
 */
export const expandVariables = (path: string): string =>
  isWindows ? path.replace(/%([^%]{1,100})%/g, (whole, name: string) => process.env[name] ?? whole) : path;

/** Returns the text of a marker file, or undefined if it is no regular file or too large for one. */
async function markerIn(path: string): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  const isRead = await readPieces(path, MAX_MARKER_BYTES, (piece) => pieces.push(Buffer.from(piece)));
  return isRead ? Buffer.concat(pieces).toString('utf8').trim() : undefined;
}

/**
 * Returns the SHA-256 of a file in hex, or undefined if the path is no regular file or the file is too large.
 */
async function sha256OfFile(path: string): Promise<string | undefined> {
  const digest = createHash('sha256');
  const isRead = await readPieces(path, MAX_HASHED_BYTES, (piece) => digest.update(piece));
  return isRead ? digest.digest('hex') : undefined;
}

/**
 * Reads the version of a file on Windows. The path is passed in the environment, so that no file name is
 * executed as a command.
 */
async function fileVersion(path: string): Promise<string> {
  const { stdout } = await run(
    'powershell.exe',
    [
      '-NoProfile',
      '-NonInteractive',
      '-Command',
      '(Get-Item -LiteralPath $env:MILLWRIGHT_PATH).VersionInfo.FileVersionRaw.ToString()',
    ],
    { env: { ...process.env, MILLWRIGHT_PATH: path }, timeout: LOOK_MS, windowsHide: true },
  );
  return stdout.trim();
}

/**
 * Reports whether a version is `least` or newer, by up to eight numbers, one by one. A missing number counts
 * as 0, and other text is ignored. Returns false for a version without a number.
 */
export function isAtLeast(version: string, least: string): boolean {
  const [have, want] = [version, least].map((text) => (text.match(/\d+/g) ?? []).slice(0, 8).map(Number)) as [
    number[],
    number[],
  ];
  for (let at = 0; at < Math.max(have.length, want.length); at += 1) {
    const difference = (have[at] ?? 0) - (want[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return have.length > 0;
}

/**
 * Returns the text of a registry value, or undefined when it is missing. Returns `''` for an existing key
 * when no value name is passed.
 */
async function registryValue(path: string, name: string | undefined): Promise<string | undefined> {
  const key = path.replace(/^Computer\\/i, '').replace(/^(HK[A-Z_]+):/i, '$1');
  const args = ['query', key, ...(name === undefined ? [] : ['/v', name])];
  try {
    const { stdout } = await run('reg.exe', args, { timeout: LOOK_MS, windowsHide: true });
    return name === undefined ? '' : registryText(stdout, name);
  } catch (cause) {
    // reg.exe returns 1 for a missing key or value.
    if ((cause as { code?: unknown }).code === 1) return undefined;
    throw cause;
  }
}

/**
 * Extracts a value from the output of `reg query`, or returns undefined when it is missing. The name ignores
 * case. Numbers are converted to decimal.
 */
export function registryText(printed: string, name: string): string | undefined {
  for (const line of printed.split(/\r?\n/)) {
    const [, found, type, value = ''] = /^ {4}(\S.*?) {4}(REG_[A-Z_]+)(?: {4}(.*))?$/.exec(line) ?? [];
    if (found?.toLowerCase() !== name.toLowerCase()) continue;
    // A REG_QWORD may be larger than an exact number.
    return /^REG_[DQ]WORD$/.test(type!) && /^0x[0-9a-f]+$/i.test(value) ? String(BigInt(value)) : value;
  }
  return undefined;
}
