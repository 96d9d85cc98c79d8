import {
  closeSync,
  copyFileSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError } from './errors.ts';

const TRIES = 10;
const PAUSE_MS = 20;
const RETRY_AFTER_S = 1;

/**
 * The error for a file that another program has open, or to which access is denied on Windows. Nothing was
 * changed.
 */
export class FileLockedError extends AppError {
  constructor(file: string, cause: unknown) {
    const rights = codeOf(cause) === 'EBUSY' ? '' : ', or Millwright lacks access to it';
    super(
      'BUSY',
      `Another program holds ${basename(file)} open${rights}. Nothing was changed. Close that program, or wait a moment, and try again.`,
      undefined,
      RETRY_AFTER_S,
    );
    this.cause = cause;
  }
}

const codeOf = (cause: unknown): string => String((cause as { code?: unknown } | null)?.code);

/**
 * Reports whether an error means that another program has a file open. On Windows a denied permission counts
 * too, because a file can be open without sharing for rename or read.
 */
export const isLockedByOther = (cause: unknown, platform: string): boolean =>
  codeOf(cause) === 'EBUSY' || (platform === 'win32' && ['EPERM', 'EACCES'].includes(codeOf(cause)));

/** Blocks the thread until the next attempt. */
const pauseHere = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);

/**
 * Runs `work` on a file, and retries while another program has it open: virus scanners, indexers and backups
 * open files for moments. Blocks the thread for 20 ms before each of nine more attempts. Throws a
 * `FileLockedError` when the file stays open, and any other error at once.
 */
export function retryWhileFileLocked<T>(
  file: string,
  work: () => T,
  platform: string = process.platform,
  pause = pauseHere,
): T {
  for (let left = TRIES - 1; ; left--)
    try {
      return work();
    } catch (cause) {
      if (!isLockedByOther(cause, platform)) throw cause;
      if (left === 0) throw new FileLockedError(file, cause);
      pause();
    }
}

/** Returns bytes in the form for users, in units of 1,048,576 bytes: `1.5 MB`. */
export const formatMegabytes = (bytes: number): string =>
  `${(bytes / 1024 ** 2).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;

/**
 * Replaces a file with a complete new one, in one step. Renames in the data directory use it, because on
 * Windows other programs may have that file open.
 */
export const replaceFile = (from: string, to: string): void =>
  retryWhileFileLocked(to, () => renameSync(from, to));

/**
 * Replaces the text of a small file in one step; only its owner may read it. With `isSynced`, the text is
 * flushed to the disk first. When it fails, the file is unchanged and no other file remains.
 */
export const replaceText = (file: string, text: string, { isSynced = false } = {}): void =>
  writeBesideAndReplace(file, (fresh) => {
    writeFileSync(fresh, text, { mode: 0o600 });
    if (isSynced) syncFile(fresh);
  });

/**
 * Replaces a file with a copy of another one, which may be on another disk. The copy is flushed to the disk
 * first. When it fails, the file is unchanged and no other file remains.
 */
export const replaceWithCopy = (from: string, to: string): void =>
  writeBesideAndReplace(to, (fresh) => {
    copyFileSync(from, fresh);
    syncFile(fresh);
  });

function writeBesideAndReplace(file: string, write: (fresh: string) => void): void {
  const fresh = `${file}.tmp`;
  try {
    write(fresh);
    replaceFile(fresh, file);
  } catch (cause) {
    rmSync(fresh, { force: true });
    throw cause;
  }
}

/**
 * Returns the text of a small file of the appliance, also while another program opens it for a moment. Throws
 * a `FileLockedError` when it stays open.
 */
export const readText = (file: string): string =>
  retryWhileFileLocked(file, () => readFileSync(file, 'utf8'));

/** Waits until the content of the file is on the disk. */
export const syncFile = (file: string): void => sync(file, 'r+');

/** Waits until the names in the folder are on the disk. Windows has no such call: it writes names at once. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') sync(folder, 'r');
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Creates a hard link, or a copy when that fails. The copy replaces an existing file. Throws the error of the
 * copy.
 */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/**
 * Removes a file or folder without blocking the caller: a large file takes long. A missing one is no error.
 */
export const removeInBackground = (path: string): Promise<void> => rm(path, { recursive: true, force: true });
