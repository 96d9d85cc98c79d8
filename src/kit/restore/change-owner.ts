import { lchownSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/**
 * Run by the administrator over the data of a service: what is made there is the service's. What a link leads to stays
 * whose it is.
 */
export function changeOwner({ uid, gid }: Pick<Stats, 'uid' | 'gid'>, path: string): void {
  if (process.getuid?.() !== 0) return;
  lchownSync(path, uid, gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) changeOwner({ uid, gid }, join(path, name));
}
