import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';

/** On Windows a virus scanner or a backup program holds a file for moments in which nobody may rename it. */
const HELD = new Set(['EBUSY', 'EPERM', 'EACCES']);
const TRIES = 10;
const PAUSE_MS = 20;

/** Puts a whole new file in the place of another, in one step. */
export function replaceFile(from: string, to: string): void {
  for (let left = TRIES - 1; ; left--)
    try {
      renameSync(from, to);
      return;
    } catch (cause) {
      if (left === 0 || !HELD.has(String((cause as { code?: unknown }).code))) throw cause;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
}

/** Bytes as people read them. */
export const inMegabytes = (bytes: number): string =>
  `${(bytes / 1024 ** 2).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;

/** Waits until the content of the file is on the disk. */
export const syncFile = (file: string): void => sync(file, 'r+');

/** Waits until the names in the folder are on the disk. Windows has no such call: it writes them at once. */
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
