import { chmodSync, copyFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { linkOrCopy, replaceFile, syncFile, syncFolder } from '../on-disk.ts';

/** Returns the path of the previous program, next to the current one. */
export const previousProgramOf = (program: string): string => `${program}.previous`;

/**
 * Replaces the current program with a copy of a new one, in one step on Linux. The previous program is stored
 * next to it. Throws when the disk rejects a write. The current program stays when that happens before its
 * replacement.
 */
export function swapProgram(newProgram: string, program: string): void {
  const next = `${program}.next`;
  const previous = previousProgramOf(program);
  rmSync(next, { force: true });
  try {
    copyFileSync(newProgram, next);
    chmodSync(next, 0o755);
    syncFile(next);
    rmSync(previous, { force: true });
    keepPrevious(program, previous);
    replaceOrGoBack(next, program, previous);
    syncFolder(dirname(program));
  } finally {
    rmSync(next, { force: true });
  }
}

/**
 * Restores the previous program. Used while the new one does not run yet. Throws the error of the disk when
 * there is no previous program.
 */
export function undoSwap(program: string): void {
  replaceFile(previousProgramOf(program), program);
  syncFolder(dirname(program));
}

/**
 * Stores the previous program. Windows cannot replace a running program but can rename it. On other systems
 * the program is never missing at its path.
 */
function keepPrevious(program: string, previous: string): void {
  if (process.platform === 'win32') replaceFile(program, previous);
  else linkOrCopy(program, previous);
}

function replaceOrGoBack(next: string, program: string, previous: string): void {
  try {
    replaceFile(next, program);
  } catch (cause) {
    if (process.platform === 'win32') replaceFile(previous, program);
    throw cause;
  }
}
