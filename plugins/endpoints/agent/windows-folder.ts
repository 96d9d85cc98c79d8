import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** By number, because names differ by the language of Windows. */
const SYSTEM = '*S-1-5-18';
const ADMINISTRATORS = '*S-1-5-32-544';

const icacls = (...args: string[]) => execFileSync('icacls.exe', args, { windowsHide: true });

/**
 * Makes a folder of a Windows PC the system's own: it and administrators hold it, nobody else but by `more`. Below
 * ProgramData anybody may have made it before, so its owner goes too.
 */
export function closeFolder(folder: string, more: readonly string[] = []): void {
  icacls(folder, '/setowner', SYSTEM);
  const holders = [`${SYSTEM}:(OI)(CI)F`, `${ADMINISTRATORS}:(OI)(CI)F`];
  icacls(folder, '/inheritance:r', '/grant:r', ...holders, ...more);
}

/** The same, and whatever lies in it is held like the folder from now on. */
export function closeFolderAndFiles(folder: string, more: readonly string[] = []): void {
  closeFolder(folder, more);
  if (readdirSync(folder).length === 0) return;
  const files = join(folder, '*');
  icacls(files, '/setowner', SYSTEM, '/T', '/L');
  icacls(files, '/reset', '/T', '/L');
}
