import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export const BENCH_KEY = 'bench-collector-key';

/** A running server process and its port. */
export interface Server {
  name: string;
  process: ChildProcess;
  port: number;
  /** API token for the data of this server. Absent when it uses the common data. */
  token?: string;
}

/** Starts a server and waits for the line with its port. */
export function startBenchServer(name: string, command: string[], pattern: RegExp): Promise<Server> {
  const child = spawn(command[0]!, command.slice(1), {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, MILLWRIGHT_COLLECTOR_KEY: BENCH_KEY },
  });
  return new Promise((resolve, reject) => {
    child.stdout!.on('data', (chunk: Buffer) => {
      const port = pattern.exec(chunk.toString())?.[1];
      if (port) resolve({ name, process: child, port: Number(port) });
    });
    child.on('exit', (code) => reject(new Error(`${command.join(' ')} ended with ${code}.`)));
  });
}

/** Starts the appliance over a data directory, from its executable or its sources. */
export const startAppliance = (name: string, program: string[], data: string): Promise<Server> =>
  startBenchServer(
    name,
    [...program, 'serve', '--no-tls', '--host', '127.0.0.1', '--port', '0', '--data', data],
    /listening on http:\/\/[^:]+:(\d+)/,
  );

/** Stops a server with SIGTERM. Resolves when it has ended. */
export function stopBenchServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.process.removeAllListeners('exit');
    server.process.on('exit', () => resolve());
    server.process.kill('SIGTERM');
  });
}

/** Returns the resident memory of a server, on Linux only. */
export const readResidentMegabytes = ({ process: { pid } }: Server): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/**
 * Measures the milliseconds from the start of the program to its first response, on an initialized directory.
 * Returns the median of five starts.
 */
export async function measureStartTime(program: string[], data: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const began = performance.now();
    const server = await startAppliance('start', program, data);
    await (await fetch(`http://127.0.0.1:${server.port}/api/dashboard/health`)).text();
    times.push(performance.now() - began);
    await stopBenchServer(server);
  }
  return computeMedian(times);
}

/** Returns the median; of an even number of values the upper one of the two in the middle. */
export const computeMedian = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
