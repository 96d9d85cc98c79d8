import { afterAll } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fill } from '../support/fill-disk.ts';
import { canMountTmpfs, mountTmpfs } from '../support/tmpfs.ts';
import { scratchDirectory } from './process.ts';

/** A place for data that can be made full and roomy again while a process works there. */
export interface SmallDisk {
  /** How it is made small: a file system of its own, or a limit on the size of each file. */
  kind: 'tmpfs' | 'limit';
  data: string;
  /** Takes the room away. */
  fill(pid: number): void;
  /** Gives it back. */
  free(pid: number): void;
}

const run = (...command: string[]) => Bun.spawnSync(command, { stdout: 'ignore', stderr: 'pipe' });

/** A disk of 24 MB where this machine lets us mount one; otherwise a limit on files gives the same refusal to write. */
export const smallDisk = (): SmallDisk => (canMountTmpfs() ? mountedDisk() : limitedFolder());

function mountedDisk(): SmallDisk {
  const { path, unmount } = mountTmpfs(24);
  afterAll(unmount);
  const ballast = join(path, 'ballast');
  return {
    kind: 'tmpfs',
    data: join(path, 'data'),
    fill: () => fill(ballast),
    free: () => rmSync(ballast),
  };
}

const limitedFolder = (): SmallDisk => ({
  kind: 'limit',
  data: scratchDirectory('disk'),
  fill: (pid) => limit(pid, '4096'),
  free: (pid) => limit(pid, 'unlimited'),
});

function limit(pid: number, bytes: string): void {
  const done = run('prlimit', '--pid', String(pid), `--fsize=${bytes}:unlimited`);
  if (done.exitCode !== 0) throw new Error(`prlimit failed: ${done.stderr}`);
}
