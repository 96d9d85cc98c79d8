import { afterAll, beforeAll } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fill } from '../support/fill-disk.ts';
import { canMountTmpfs, mountTmpfs, type Tmpfs } from '../support/tmpfs.ts';

/** A data folder whose disk can be filled and freed while a process uses it. */
export interface SmallDisk {
  /** A separate small file system, or a limit on the size of each file. */
  kind: 'tmpfs' | 'limit';
  data: string;
  /** Fills the disk. */
  fill(pid: number): void;
  /** Frees the disk. */
  free(pid: number): void;
}

const run = (...command: string[]) => Bun.spawnSync(command, { stdout: 'ignore', stderr: 'pipe' });

/**
 * Provides a disk of 24 MB if this machine allows mounts. Otherwise a limit on file sizes causes the same
 * write errors. It is available in the `beforeAll` of the caller and in its tests.
 */
export function prepareSmallDisk(): SmallDisk {
  const disk = {} as SmallDisk;
  let mounted: Tmpfs | undefined;
  beforeAll(() => {
    mounted = canMountTmpfs() ? mountTmpfs(24) : undefined;
    Object.assign(disk, mounted ? createMountedDisk(mounted) : createLimitedFolder());
  });
  afterAll(() => (mounted ? mounted.unmount() : rmSync(disk.data, { recursive: true, force: true })));
  return disk;
}

function createMountedDisk({ path }: Tmpfs): SmallDisk {
  const ballast = join(path, 'ballast');
  return {
    kind: 'tmpfs',
    data: join(path, 'data'),
    fill: () => fill(ballast),
    free: () => rmSync(ballast, { force: true }),
  };
}

const createLimitedFolder = (): SmallDisk => ({
  kind: 'limit',
  data: mkdtempSync(join(tmpdir(), 'millwright-disk-')),
  fill: (pid) => limit(pid, '4096'),
  free: (pid) => limit(pid, 'unlimited'),
});

function limit(pid: number, bytes: string): void {
  const done = run('prlimit', '--pid', String(pid), `--fsize=${bytes}:unlimited`);
  if (done.exitCode !== 0) throw new Error(`prlimit failed: ${done.stderr}`);
}
