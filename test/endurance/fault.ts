import { type Appliance, startAppliance } from '../browser/harness.ts';

/** The parameters of a fault. */
export interface FaultContext {
  /** How many faults are to hit the work. */
  times: number;
  /** A number from 0 up to 1, the same sequence for the same seed. */
  random: () => number;
  /** The executable. */
  program: string;
  /** An empty folder. */
  folder: string;
}

/** How often a fault hit the work, and what the appliance lost or broke by it. */
export interface FaultCount {
  /** Faults that came while work was under way. */
  hits: number;
  /** Faults that came too early or too late, and count for nothing. */
  misses: number;
  /** Acknowledged results that were missing afterwards, and starts that failed. */
  failures: string[];
}

export interface InjectedFault {
  title: string;
  /** Throws an Error only when the fault itself cannot be made. */
  run(context: FaultContext): Promise<FaultCount>;
}

export const createCount = (): FaultCount => ({ hits: 0, misses: 0, failures: [] });

export const startInstance = (program: string, data: string, ...args: string[]): Promise<Appliance> =>
  startAppliance({ program: [program], data, args });

/** Returns what `millwright doctor` finds wrong with the data; undefined when all is well. */
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

/** Starts the appliance again and does the work with it. What fails is added to the failures. */
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
