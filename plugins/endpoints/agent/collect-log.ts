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
/** The first bytes of a text in UTF-16, which some Windows logs use. */
const BYTE_ORDER_MARK = Buffer.from([0xff, 0xfe]);
/**
 * Flags for an already resolved path. A link at its end was placed after the check, so it is not followed. A
 * pipe is opened without waiting for its writer, because there may be none.
 */
const SAFE_OPEN_FLAGS = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export interface OpenedLog {
  /** Path of the opened file. It differs from the requested path when a link led to the file. */
  path: string;
  /** The end of the file, at most 256 KiB, decoded from UTF-8, or from UTF-16 after a byte order mark. */
  content: string;
}

/**
 * Reads the end of a log file. With log folders, a link may lead to the file, because its target is checked.
 * Without folder limits, Linux follows no link at the end of the path. Throws an Error with the reason when
 * the file may not be read or is not text.
 */
export function readLog({ path, folders }: LogRequest): OpenedLog {
  refuse({ path, folders });
  const resolved = folders === null ? path : withPlainErrors(() => realpathSync.native(path));
  refuse({ path: resolved, folders });
  const file = withPlainErrors(() => openSync(resolved, constants.O_RDONLY | SAFE_OPEN_FLAGS));
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new Error('This is not a file.');
    // A folder in the path may have become a link since the check. The location of the opened file is
    // therefore checked again.
    const real =
      process.platform === 'linux'
        ? readlinkSync(`/proc/self/fd/${file}`)
        : resolveOpenedPath(file, resolved);
    refuse({ path: real, folders });
    refuseDataOfAppliance(real);
    const length = Math.min(stat.size, MAX_BYTES);
    const bytes = readBytes(file, stat.size - length, length);
    const isUtf16 = readBytes(file, 0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
    return { path: real, content: isUtf16 ? decodeUtf16(bytes, stat.size) : decodeUtf8(bytes) };
  } finally {
    closeSync(file);
  }
}

const REASONS: Record<string, string> = {
  ENOENT: 'The file does not exist.',
  ENOTDIR: 'The file does not exist.',
  ELOOP: 'This is a broken link, or a link that may not be followed.',
  EACCES: 'The agent has no permission to read this file.',
};

/** Runs a system call and replaces its common errors with a plain message. */
function withPlainErrors<T>(ask: () => T): T {
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
 * Throws an Error for a file in the data directory of an appliance on this PC, which may be anywhere. Its
 * database file identifies the directory, or a copy of it.
 */
function refuseDataOfAppliance(path: string): void {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'millwright.db')))
      throw new Error('The data of an appliance cannot be read.');
    if (folder === dirname(folder)) return;
  }
}

/**
 * Returns the location of an open file. The path is resolved again. Throws an Error unless the result is the
 * file that was opened, because a link in the path may have changed in between.
 */
export function resolveOpenedPath(file: number, path: string): string {
  const resolved = realpathSync.native(path);
  const [opened, found] = [fstatSync(file, { bigint: true }), lstatSync(resolved, { bigint: true })];
  if (opened.dev !== found.dev || opened.ino !== found.ino)
    throw new Error('The path of this file changed while it was opened.');
  return resolved;
}

function readBytes(file: number, start: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, start));
}

function decodeUtf8(bytes: Buffer): string {
  if (bytes.includes(0)) throw new Error('This is not a text file.');
  return bytes.toString('utf8');
}

/** Decodes the end of a file of `size` bytes, from the first whole character, without the byte order mark. */
function decodeUtf16(bytes: Buffer, size: number): string {
  const isInsideCharacter = (size - bytes.length) % 2 === 1;
  return bytes
    .subarray(isInsideCharacter ? 1 : 0)
    .toString('utf16le')
    .replace(/^\ufeff/, '');
}
