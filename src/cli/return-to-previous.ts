import { existsSync } from 'node:fs';
import { replaceFile } from '../kit/on-disk.ts';
import { putDataBack } from '../kit/program/data-copy.ts';
import { previousProgram } from '../kit/program/swap-program.ts';
import { previousData, readUpgradeState, writeUpgradeState } from '../kit/program/upgrade-state.ts';

/** Reports whether a new program is in its place and has not served yet. */
export const isUnproven = (data: string): boolean => readUpgradeState(data)?.state === 'swapped';

/**
 * Puts the previous program and its data back in the place of a new one that did not come to serve. The caller owns the
 * data, and nobody has them open.
 */
export function returnToPrevious(data: string, program: string, cause: string): void {
  const state = readUpgradeState(data);
  const previous = previousProgram(program);
  if (state?.state !== 'swapped' || !existsSync(previous) || !existsSync(previousData(data))) return;
  // Windows replaces no program that runs, but renames it.
  if (process.platform === 'win32') replaceFile(program, `${program}.failed`);
  replaceFile(previous, program);
  putDataBack(previousData(data), data);
  const reason = `${cause} Version ${state.from} continues with its data.`;
  writeUpgradeState(data, { ...state, state: 'returned', reason, date: new Date().toISOString() });
}
