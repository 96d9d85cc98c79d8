import { constants, copyFileSync, rmSync } from 'node:fs';
import { replaceFile } from '../../../src/kit/on-disk.ts';

/** Puts a file in the place of another one, whole or not at all, wherever it lies. */
export function moveIntoPlace(from: string, to: string): void {
  const next = `${to}.millwright-next`;
  rmSync(next, { force: true });
  try {
    // The folder of temporary files may be on another disk, where a file cannot be renamed to.
    // Whoever may write there may have laid a link under that name: it is not written through.
    copyFileSync(from, next, constants.COPYFILE_EXCL);
    replaceFile(next, to);
  } finally {
    rmSync(next, { force: true });
  }
}
