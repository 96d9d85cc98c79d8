import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Folders whose files are looked at one by one; what is uploaded is made private where it is written. */
const FOLDERS = ['.', 'certs', join('certs', 'next'), 'logs', 'backups'];
const OTHERS = 0o077;
// Windows has no such modes: there the folder inherits the rights of the one that it lies in.
const hasModes = process.platform !== 'win32';

/** What in the data directory people other than its owner may read or write, as paths within it. */
export function listExposedPaths(data: string): string[] {
  if (!hasModes) return [];
  const folders = FOLDERS.filter((folder) => existsSync(join(data, folder)));
  const files = folders.flatMap((folder) =>
    readdirSync(join(data, folder)).map((name) => join(folder, name)),
  );
  return [...new Set(['.', ...folders, ...files])].filter(
    (path) => (statSync(join(data, path)).mode & OTHERS) !== 0,
  );
}

/**
 * From here on nothing that this process makes is for others, and what older versions, or whoever made the directory,
 * left open is closed: password hashes and the audit log lie in it.
 */
export function restrictDataAccess(data: string): void {
  setPrivateUmask();
  removeOtherAccess(data);
}

/** From here on nothing that this process makes is for others. */
export function setPrivateUmask(): void {
  if (hasModes) process.umask(OTHERS);
}

/** Takes the rights of everybody but the owner. */
export function removeOtherAccess(data: string): void {
  for (const path of listExposedPaths(data)) {
    const file = join(data, path);
    chmodSync(file, statSync(file).mode & ~OTHERS);
  }
}
