import { statSync } from 'node:fs';

interface Owner {
  uid: number;
  gid: number;
}

/**
 * Returns the user and group of a folder when this process is root and the folder belongs to another user.
 * Returns undefined otherwise.
 */
export function otherOwnerOf(folder: string): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? undefined : { uid, gid };
}

/**
 * Runs synchronous work in a folder with the rights of its owner. As root, the process would follow links
 * that the owner created, and leave files that the owner cannot replace.
 */
export function asOwnerOf<T>(folder: string, work: () => T): T {
  const owner = otherOwnerOf(folder);
  if (!owner) return work();
  const group = process.getegid!();
  process.setegid!(owner.gid);
  process.seteuid!(owner.uid);
  try {
    return work();
  } finally {
    process.seteuid!(0);
    process.setegid!(group);
  }
}
