import { execFileSync } from 'node:child_process';

const isWindows = process.platform === 'win32';

/**
 * Ends a program with all that it has started. Elsewhere than on Windows it must lead a process group, as `detached`
 * makes it. Does nothing when all of it has ended, or when it was never started.
 */
export function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    // Windows knows no groups: the program is ended with all that it has started.
    if (isWindows) execFileSync('taskkill.exe', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
    else process.kill(-pid, signal);
  } catch {
    // It ended by itself in this moment.
  }
}
