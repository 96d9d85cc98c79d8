import { type Appliance, startAppliance } from '../browser/harness.ts';

/** The parameters of a fault. */
export interface FaultContext {
  /** Number of faults that must hit the work. */
  times: number;
  /** Returns a number from 0 up to 1. The same seed gives the same sequence. */
  random: () => number;
  /** Path of the executable. */
  program: string;
  /** Path of an empty folder. */
  folder: string;
}

/** How often a fault hit the work, and the resulting losses and errors. */
export interface FaultCount {
  /** Faults that occurred during work. */
  hits: number;
  /** Faults that occurred too early or too late. They do not count. */
  misses: number;
  /** Acknowledged results that were missing afterwards, and failed starts. */
  failures: string[];
}

export interface InjectedFault {
  title: string;
  /** Throws an Error only when the fault itself cannot be produced. */
  run(context: FaultContext): Promise<FaultCount>;
}

export const createCount = (): FaultCount => ({ hits: 0, misses: 0, failures: [] });

export const startInstance = (program: string, data: string, ...args: string[]): Promise<Appliance> =>
  startAppliance({ program: [program], data, args });

/** Returns the errors that `millwright doctor` finds in the data, or undefined when there are none. */
export async function findDamage(
  program: string,
  data: string,
  ...flags: string[]
): Promise<string | undefined> {
  const child = Bun.spawn([program, 'doctor', '--data', data, ...flags], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return code === 0 ? undefined : `doctor: ${stdout.match(/^FAULT.*$/m)?.[0] ?? stderr}`;
}

/** Restarts the appliance and runs the work with it. Errors are added to the failures. */
export async function checkAgain(
  { program }: FaultContext,
  { data, count, flags = ['--no-tls'] }: { data: string; count: FaultCount; flags?: string[] },
  work: (appliance: Appliance) => Promise<string | undefined>,
): Promise<void> {
  try {
    const appliance = await startInstance(program, data, ...flags);
    const failure = await work(appliance).finally(() => appliance.stop());
    const damage = failure ?? (await findDamage(program, data, ...flags));
    if (damage !== undefined) count.failures.push(damage);
  } catch (cause) {
    count.failures.push(String(cause));
  }
}
