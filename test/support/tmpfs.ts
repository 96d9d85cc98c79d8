import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const run = (...words: string[]): boolean =>
  Bun.spawnSync(words, { stdout: 'ignore', stderr: 'ignore' }).exitCode === 0;

/** An in-memory file system, mounted at `path` until `unmount` is called. */
export interface Tmpfs {
  path: string;
  unmount(): void;
}

/**
 * Mounts a file system of this size, for at most `inodes` files and folders. Throws an Error when this user may
 * not mount one.
 */
export function mountTmpfs(megabytes: number, inodes?: number): Tmpfs {
  const root = mkdtempSync(join(tmpdir(), 'millwright-tmpfs-'));
  const path = join(root, 'disk');
  mkdirSync(path);
  const unmount = () => {
    run('umount', '-l', path);
    rmSync(root, { recursive: true, force: true });
  };
  const options = [`size=${megabytes}m`, ...(inodes === undefined ? [] : [`nr_inodes=${inodes}`])];
  if (run('mount', '-t', 'tmpfs', '-o', options.join(), 'tmpfs', path)) return { path, unmount };
  unmount();
  throw new Error('This user may not mount a file system.');
}

/** Reports whether `mountTmpfs` works here. Leaves nothing mounted. */
export function canMountTmpfs(): boolean {
  try {
    mountTmpfs(1).unmount();
    return true;
  } catch {
    return false;
  }
}
