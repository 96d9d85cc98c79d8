import { readFileSync } from 'node:fs';

/** A service, started like systemd would. */
export interface Service {
  url: string;
  stop(): Promise<number>;
}

/** Returns the values of a key in a unit. A key may occur several times. */
const valuesOf = (unit: string, word: string): string[] =>
  [...unit.matchAll(new RegExp(`^${word}=-?(.*)$`, 'gm'))].map(([, value = '']) => value);

/** Returns the NAME=value lines of a text. */
const settingsIn = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(lines.flatMap((line) => [...line.matchAll(/^(\w+)=(.*)$/g)].map(([, ...pair]) => pair)));

/** Starts the program of the unit as its user and with its environment, and waits until it listens. */
export async function startUnit(path: string): Promise<Service> {
  const unit = readFileSync(path, 'utf8');
  const [user] = valuesOf(unit, 'User');
  const files = valuesOf(unit, 'EnvironmentFile').map((file) => readFileSync(file, 'utf8'));
  const env = settingsIn([...valuesOf(unit, 'Environment'), ...files.flatMap((text) => text.split('\n'))]);
  const [start = ''] = valuesOf(unit, 'ExecStart');
  const identity = [`--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--no-new-privs'];
  const child = Bun.spawn(['setpriv', ...identity, '--', ...start.split(' ')], {
    cwd: '/',
    env: { PATH: process.env.PATH, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  return {
    url: await listening(child.stdout),
    stop: () => {
      child.kill('SIGTERM');
      return child.exited;
    },
  };
}

async function listening(stdout: ReadableStream<Uint8Array>): Promise<string> {
  let output = '';
  const reader = stdout.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    output += new TextDecoder().decode(piece.value);
    const url = /^Millwright listening on (\S+)$/m.exec(output)?.[1];
    if (url) return url;
  }
  throw new Error(`It ended before it listened: ${output}`);
}
