import type { Subprocess } from 'bun';

let childSeconds = 0;

/** Adds the processor time of a child that has ended, and of its own children that it waited for. */
export function addCpuTime(child: Subprocess): void {
  childSeconds += Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1_000_000;
}

/** Seconds of processor time of this process and of the children that were added. */
export function readCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return childSeconds + (user + system) / 1_000_000;
}
