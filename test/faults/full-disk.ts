import { afterAll, beforeAll } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fill } from '../support/fill-disk.ts';
import { canMountTmpfs, mountTmpfs, type Tmpfs } from '../support/tmpfs.ts';

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

/**
 * A disk of 24 MB where this machine lets us mount one; otherwise a limit on files gives the same refusal to write.
 * It is there before the first test, and from the caller's own `beforeAll` on.
 */
export function prepareSmallDisk(): SmallDisk {
  const disk = {} as SmallDisk;
  let mounted: Tmpfs | undefined;
  beforeAll(() => {
    mounted = canMountTmpfs() ? mountTmpfs(24) : undefined;
    Object.assign(disk, mounted ? mountedDisk(mounted) : limitedFolder());
  });
  afterAll(() => (mounted ? mounted.unmount() : rmSync(disk.data, { recursive: true, force: true })));
  return disk;
}

function mountedDisk({ path }: Tmpfs): SmallDisk {
  const ballast = join(path, 'ballast');
  return {
    kind: 'tmpfs',
    data: join(path, 'data'),
    fill: () => fill(ballast),
    free: () => rmSync(ballast, { force: true }),
  };
}

const limitedFolder = (): SmallDisk => ({
  kind: 'limit',
  data: mkdtempSync(join(tmpdir(), 'millwright-disk-')),
  fill: (pid) => limit(pid, '4096'),
  free: (pid) => limit(pid, 'unlimited'),
});

function limit(pid: number, bytes: string): void {
  const done = run('prlimit', '--pid', String(pid), `--fsize=${bytes}:unlimited`);
  if (done.exitCode !== 0) throw new Error(`prlimit failed: ${done.stderr}`);
}
