import type { Subprocess } from 'bun';

let childSeconds = 0;

/** Adds the CPU time of an ended child, and of the descendants that it waited for, to the total. */
export function addCpuTime(child: Subprocess): void {
  childSeconds += Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1_000_000;
}

/** Returns the CPU time in seconds of this process and of the added children. */
export function readCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return childSeconds + (user + system) / 1_000_000;
}
