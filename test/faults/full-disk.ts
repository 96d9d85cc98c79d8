import { afterAll } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
export function smallDisk(): SmallDisk {
  const root = mkdtempSync(join(tmpdir(), 'millwright-disk-'));
  const place = join(root, 'disk');
  mkdirSync(place);
  const mounted = run('mount', '-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', place).exitCode === 0;
  afterAll(() => {
    if (mounted) run('umount', '-l', place);
    rmSync(root, { recursive: true, force: true });
  });
  if (!mounted)
    return {
      kind: 'limit',
      data: place,
      fill: (pid) => limit(pid, '4096'),
      free: (pid) => limit(pid, 'unlimited'),
    };
  const ballast = join(place, 'ballast');
  return {
    kind: 'tmpfs',
    data: join(place, 'data'),
    fill: () => fillUp(ballast),
    free: () => rmSync(ballast),
  };
}

function fillUp(file: string): void {
  for (let size = 1024 * 1024; size >= 512; size /= 2) {
    for (;;) {
      try {
        writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
      } catch (cause) {
        if ((cause as { code?: string }).code !== 'ENOSPC') throw cause;
        break;
      }
    }
  }
}

function limit(pid: number, bytes: string): void {
  const done = run('prlimit', '--pid', String(pid), `--fsize=${bytes}:unlimited`);
  if (done.exitCode !== 0) throw new Error(`prlimit failed: ${done.stderr}`);
}
