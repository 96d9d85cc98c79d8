import { constants, copyFileSync, rmSync } from 'node:fs';
import { replaceFile } from '../../../src/kit/on-disk.ts';

/** Replaces the file `to` with a copy of `from` in one step, on any file system. `from` stays. */
export function moveIntoPlace(from: string, to: string): void {
  const next = `${to}.millwright-next`;
  rmSync(next, { force: true });
  try {
    // The temporary folder may be on another disk, where a rename fails, so the file is copied first. Another
    // user may have created a link with that name; the exclusive copy does not write through it.
    copyFileSync(from, next, constants.COPYFILE_EXCL);
    replaceFile(next, to);
  } finally {
    rmSync(next, { force: true });
  }
}
