import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export const BENCH_KEY = 'bench-collector-key';

/** A program that listens, and the port on which it does. */
export interface Server {
  name: string;
  process: ChildProcess;
  port: number;
  /** Where it is not the one of the data that all others have. */
  token?: string;
}

/** Starts a server and waits for the line on which it says its port. */
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

/** The appliance over a data directory, by its executable or from its sources. */
export const startAppliance = (name: string, program: string[], data: string): Promise<Server> =>
  startBenchServer(
    name,
    [...program, 'serve', '--no-tls', '--host', '127.0.0.1', '--port', '0', '--data', data],
    /listening on http:\/\/[^:]+:(\d+)/,
  );

export function stopBenchServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.process.removeAllListeners('exit');
    server.process.on('exit', () => resolve());
    server.process.kill('SIGTERM');
  });
}

export const readResidentMegabytes = ({ process: { pid } }: Server): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Milliseconds from starting the program to its first answer, on a directory that is set up; the median of five. */
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

export const computeMedian = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
