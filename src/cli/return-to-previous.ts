import { existsSync } from 'node:fs';
import { replaceFile } from '../kit/on-disk.ts';
import { restoreData } from '../kit/program/data-copy.ts';
import { previousProgramOf } from '../kit/program/swap-program.ts';
import { previousDataOf, readUpgradeState, writeUpgradeState } from '../kit/program/upgrade-state.ts';

/** Reports whether a new program was installed and has not served yet. */
export const isUnproven = (data: string): boolean => readUpgradeState(data)?.state === 'swapped';

/**
 * Restores the previous program and its data when a new one failed to serve. `cause` is a sentence that says
 * why; it is stored with the state. The caller has locked the data directory and closed the database. Does
 * nothing when the previous program or data are missing; `isUnproven` then still returns true.
 */
export function returnToPrevious(data: string, program: string, cause: string): void {
  const state = readUpgradeState(data);
  const previous = previousProgramOf(program);
  if (state?.state !== 'swapped' || !existsSync(previous) || !existsSync(previousDataOf(data))) return;
  // Windows can rename a running program, but not replace it.
  if (process.platform === 'win32') replaceFile(program, `${program}.failed`);
  replaceFile(previous, program);
  restoreData(previousDataOf(data), data);
  const reason = `${cause} Version ${state.from} continues with its data.`;
  writeUpgradeState(data, { ...state, state: 'returned', reason, date: new Date().toISOString() });
}
