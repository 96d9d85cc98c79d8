import { execFileSync } from 'node:child_process';

const isWindows = process.platform === 'win32';

/**
 * Ends a program with all its child processes. Windows has no signals, so there it is always killed. On
 * systems other than Windows it must lead a process group, which `detached` creates. Does nothing when all of
 * them have ended, or when it was never started.
 */
export function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    // Windows has no process groups: the command ends the program and all its child processes.
    if (isWindows) execFileSync('taskkill.exe', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
    else process.kill(-pid, signal);
  } catch {
    // The program ended by itself at this moment.
  }
}
