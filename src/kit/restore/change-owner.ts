import { lchownSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/**
 * Changes the owner of a path and all files below it. Does nothing unless the process runs as root. An admin
 * may run a command on the data of a service, and the service must own the new files. Changes a symbolic link
 * itself, not its target.
 */
export function changeOwner({ uid, gid }: Pick<Stats, 'uid' | 'gid'>, path: string): void {
  if (process.getuid?.() !== 0) return;
  lchownSync(path, uid, gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) changeOwner({ uid, gid }, join(path, name));
}
