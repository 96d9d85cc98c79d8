import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The folders whose files are checked one by one. Uploaded files get restricted permissions when they are
 * written.
 */
const FOLDERS = ['.', 'certs', join('certs', 'next'), 'logs', 'backups'];
const OTHER_USERS_MODE = 0o077;
// Windows has no permission modes. There the folder inherits the permissions of its parent.
const hasModes = process.platform !== 'win32';

/**
 * Returns the paths in the data directory, and in its folders of certificates, logs and backups, that users
 * other than their owner may access. None on Windows. Uploaded files are not checked.
 */
export function listExposedPaths(data: string): string[] {
  if (!hasModes) return [];
  const folders = FOLDERS.filter((folder) => existsSync(join(data, folder)));
  const files = folders.flatMap((folder) =>
    readdirSync(join(data, folder)).map((name) => join(folder, name)),
  );
  return [...new Set(['.', ...folders, ...files])].filter(
    (path) => (statSync(join(data, path)).mode & OTHER_USERS_MODE) !== 0,
  );
}

/**
 * Restricts access to the data directory, because it contains password hashes and the audit log. New files of
 * this process are accessible to its user only. Open permissions of existing files are removed, which older
 * versions or the creator of the directory may have left.
 */
export function restrictDataAccess(data: string): void {
  setPrivateUmask();
  removeOtherAccess(data);
}

/** Makes new files of this process accessible to its user only. Does nothing on Windows. */
export function setPrivateUmask(): void {
  if (hasModes) process.umask(OTHER_USERS_MODE);
}

/** Removes all permissions of users other than the owner from the paths that `listExposedPaths` returns. */
export function removeOtherAccess(data: string): void {
  for (const path of listExposedPaths(data)) {
    const file = join(data, path);
    chmodSync(file, statSync(file).mode & ~OTHER_USERS_MODE);
  }
}
