import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isLockedByOther } from './on-disk.ts';

type Fields = Record<string, unknown>;

/**
 * A structured log: one JSON object on each line. Callers must not pass bodies, headers or query strings to
 * it.
 */
export interface Log {
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
  /** Writes the waiting lines to the file. Never throws. */
  flush(): void;
}

const MAX_BYTES = 10 * 1024 * 1024;
const OLDER_FILES = 9;
const FLUSH_MS = 500;
/** The maximum number of lines that wait for a disk that rejects them; the oldest are dropped. */
const MAX_WAITING_LINES = 5000;

/**
 * Opens `logs/millwright.log`, with nine older files (`.1` is the newest). Writes errors to the file
 * immediately and other lines within half a second. Also passes warnings and errors to `stderr`.
 */
export function openLog(
  folder: string,
  stderr: (line: string, level: 'warn' | 'error') => void,
  rename: typeof renameSync = renameSync,
): Log {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'millwright.log');
  let waiting: string[] = [];
  let isRefused = false;
  const flush = () => {
    if (waiting.length === 0) return;
    try {
      if (existsSync(file) && statSync(file).size > MAX_BYTES) moveOn(file, rename);
      appendFileSync(file, waiting.join(''));
      waiting = [];
      isRefused = false;
    } catch (cause) {
      // A full disk must not stop the service, and another program that has the file open closes it again.
      if (!isRefused)
        stderr(`The log could not be written: ${cause instanceof Error ? cause.message : cause}`, 'error');
      isRefused = true;
      waiting = waiting.slice(-MAX_WAITING_LINES);
    }
  };
  setInterval(flush, FLUSH_MS).unref();
  const write = (level: 'info' | 'warn' | 'error', message: string, fields: Fields = {}) => {
    waiting.push(`${line(level, message, fields)}\n`);
    if (level !== 'info') stderr(line(level, message, fields), level);
    if (level === 'error') flush();
  };
  return {
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, fields) => write('error', message, fields),
    flush,
  };
}

/**
 * Rotates the log files and deletes the oldest. When another program has one of them open, the log continues
 * in the current file, which grows until a later flush can rotate it.
 */
function moveOn(file: string, rename: typeof renameSync): void {
  const names = [file, ...Array.from({ length: OLDER_FILES }, (_, n) => `${file}.${n + 1}`)];
  // Files after the first free name do not move.
  const free = names.findIndex((name) => !existsSync(name));
  try {
    for (let n = free < 0 ? OLDER_FILES : free; n > 0; n--) rename(names[n - 1]!, names[n]!);
  } catch (cause) {
    if (!isLockedByOther(cause, process.platform)) throw cause;
  }
}

function line(level: string, message: string, fields: Fields): string {
  const plain = Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      value instanceof Error ? (value.stack ?? value.message) : value,
    ]),
  );
  return JSON.stringify({ time: new Date().toISOString(), level, message, ...plain });
}
