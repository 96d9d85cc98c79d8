import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type LogRequest, validateLogFile } from '../commands/log-folders.ts';

const MAX_BYTES = 256 * 1024;
/**
 * What is opened is the real path, so a link at its end was laid there since it was judged and is not followed. Nor is
 * the writer of a pipe waited for, who may never come.
 */
const AS_IT_IS = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * The end of a log file. Within the folders of logs a link may lead to it, for where it lies is judged; where nothing
 * bounds it no link is followed. Throws an Error with the reason for one that may not be read.
 */
export function readLog({ path, folders }: LogRequest): string {
  refuse({ path, folders });
  const resolved = folders === null ? path : saidPlainly(() => realpathSync.native(path));
  refuse({ path: resolved, folders });
  const file = saidPlainly(() => openSync(resolved, constants.O_RDONLY | AS_IT_IS));
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new Error('This is no file.');
    // A folder on the way may have become a link since: what was opened is judged again by where it lies.
    const real =
      process.platform === 'linux'
        ? readlinkSync(`/proc/self/fd/${file}`)
        : resolveOpenedPath(file, resolved);
    refuse({ path: real, folders });
    refuseDataOfAppliance(real);
    const length = Math.min(stat.size, MAX_BYTES);
    const bytes = Buffer.alloc(length);
    const read = readSync(file, bytes, 0, length, stat.size - length);
    return textOf(bytes.subarray(0, read));
  } finally {
    closeSync(file);
  }
}

const REASONS: Record<string, string> = {
  ENOENT: 'There is no such file.',
  ENOTDIR: 'There is no such file.',
  ELOOP: 'This is a link that leads nowhere, or is not followed here.',
  EACCES: 'The agent may not read this file.',
};

/** Runs what asks the system, and says what it answers in words. */
function saidPlainly<T>(ask: () => T): T {
  try {
    return ask();
  } catch (cause) {
    const reason = REASONS[String((cause as { code?: unknown }).code)];
    throw reason === undefined ? cause : new Error(reason, { cause });
  }
}

function refuse(wanted: LogRequest): void {
  const reason = validateLogFile(wanted);
  if (reason) throw new Error(reason);
}

/**
 * An appliance may run on this PC, with its data wherever somebody wants them: they are known by the database that lies
 * in their folder, in a copy of it too.
 */
function refuseDataOfAppliance(path: string): void {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'millwright.db'))) throw new Error('The data of an appliance are not read.');
    if (folder === dirname(folder)) return;
  }
}

/**
 * Where a file lies that was opened by this path. The path is followed anew for it, so what lies there has to be the
 * file that was opened: a link on the way may have been led elsewhere in between.
 */
export function resolveOpenedPath(file: number, path: string): string {
  const resolved = realpathSync.native(path);
  const [opened, found] = [fstatSync(file, { bigint: true }), lstatSync(resolved, { bigint: true })];
  if (opened.dev !== found.dev || opened.ino !== found.ino)
    throw new Error('The way to this file changed while it was opened.');
  return resolved;
}

function textOf(bytes: Buffer): string {
  if (bytes.includes(0) && !isUtf16(bytes)) throw new Error('This file holds no text.');
  return isUtf16(bytes) ? bytes.toString('utf16le').replace(/^\ufeff/, '') : bytes.toString('utf8');
}

/** Windows writes some of its logs so. */
const isUtf16 = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === 0xfe;
