import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Accounts by SID, because their names depend on the language of Windows. */
const SYSTEM = '*S-1-5-18';
const ADMINISTRATORS = '*S-1-5-32-544';

const icacls = (...args: string[]) => execFileSync('icacls.exe', args, { windowsHide: true });

/**
 * Restricts a Windows folder to the system, administrators and the permissions in `more`. Also makes the
 * system its owner, because any user may have created a folder below ProgramData.
 */
export function closeFolder(folder: string, more: readonly string[] = []): void {
  icacls(folder, '/setowner', SYSTEM);
  const holders = [`${SYSTEM}:(OI)(CI)F`, `${ADMINISTRATORS}:(OI)(CI)F`];
  icacls(folder, '/inheritance:r', '/grant:r', ...holders, ...more);
}

/**
 * Restricts a Windows folder as `closeFolder` does, and makes everything in it inherit its owner and
 * permissions.
 */
export function closeFolderAndFiles(folder: string, more: readonly string[] = []): void {
  closeFolder(folder, more);
  if (readdirSync(folder).length === 0) return;
  const files = join(folder, '*');
  icacls(files, '/setowner', SYSTEM, '/T', '/L');
  icacls(files, '/reset', '/T', '/L');
}
