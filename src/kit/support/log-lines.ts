import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET_MASK } from '../secrets.ts';
import type { Redactor } from './redactor.ts';

const MAX_BYTES = 5 * 1024 ** 2;
/** The message of a log line about a sign-in with a wrong password or user name. */
const FAILED_SIGN_IN = 'a password was wrong';
/** The log files, the oldest first: the previous file and the current one. */
const FILES = ['millwright.log.1', 'millwright.log'];

/** Reads the last lines of the log, at most 5 MB, the oldest first. Throws when a file cannot be read. */
export function readLogLines(data: string): string[] {
  const pieces: Buffer[] = [];
  let left = MAX_BYTES;
  for (const name of FILES.toReversed()) {
    const piece = readEnd(join(data, 'logs', name), left);
    pieces.unshift(piece);
    left -= piece.length;
  }
  return Buffer.concat(pieces)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** Returns the end of a file, starting at the beginning of a line. */
function readEnd(file: string, bytes: number): Buffer {
  if (bytes <= 0 || !existsSync(file)) return Buffer.alloc(0);
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const start = Math.max(0, size - bytes);
    const content = Buffer.alloc(size - start);
    const end = content.subarray(0, readSync(handle, content, 0, content.length, start));
    return start === 0 ? end : end.subarray(end.indexOf('\n') + 1);
  } finally {
    closeSync(handle);
  }
}

/** A log line as it is added to the bundle. */
export interface LogEntry {
  line: string;
  /** The fields; undefined for a line that was not written completely. */
  fields: Record<string, unknown> | undefined;
}

/** Returns a log line without secrets, and without names and addresses unless they were requested. */
export function redactLine(line: string, redactor: Redactor): LogEntry {
  const fields = parseFields(line);
  if (!fields) return { line: redactor.text(line), fields };
  const redacted = redactor.value(hideMistyped(fields, redactor)) as Record<string, unknown>;
  return { line: JSON.stringify(redacted), fields: redacted };
}

/** Masks a user name that belongs to no account, because it may be a password. */
function hideMistyped(fields: Record<string, unknown>, redactor: Redactor): Record<string, unknown> {
  const { message, username } = fields;
  if (message !== FAILED_SIGN_IN || typeof username !== 'string') return fields;
  return redactor.isAccount(username) ? fields : { ...fields, username: SECRET_MASK };
}

function parseFields(line: string): Record<string, unknown> | undefined {
  try {
    const fields: unknown = JSON.parse(line);
    return typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
