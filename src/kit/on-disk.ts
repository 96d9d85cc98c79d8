import { closeSync, fsyncSync, openSync } from 'node:fs';

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
