import { chmodSync, copyFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { linkOrCopy, replaceFile, syncFile, syncFolder } from '../on-disk.ts';

/** The path of the previous program, next to the current one. */
export const previousProgramOf = (program: string): string => `${program}.previous`;

/**
 * Replaces the current program by a copy of a new one, in one step on Linux. The previous one stays next to it.
 * Throws when the disk refuses; the current program stays then.
 */
export function swapProgram(fresh: string, program: string): void {
  const next = `${program}.next`;
  const previous = previousProgramOf(program);
  rmSync(next, { force: true });
  try {
    copyFileSync(fresh, next);
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

/** Restores the previous program while the new one does not run yet. */
export function undoSwap(program: string): void {
  replaceFile(previousProgramOf(program), program);
  syncFolder(dirname(program));
}

/** Windows replaces no program that runs, but renames it. Elsewhere the program is never missing from its place. */
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
