import { readFileSync } from 'node:fs';

/** A service as systemd would start it. */
export interface Service {
  url: string;
  stop(): Promise<number>;
}

/** What a unit says; a word that stands several times has several values. */
const valuesOf = (unit: string, word: string): string[] =>
  [...unit.matchAll(new RegExp(`^${word}=-?(.*)$`, 'gm'))].map(([, value = '']) => value);

/** The lines NAME=value of a text. */
const settingsIn = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(lines.flatMap((line) => [...line.matchAll(/^(\w+)=(.*)$/g)].map(([, ...pair]) => pair)));

/** Starts what the unit starts, as its user and with its environment, and waits until it listens. */
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
  let said = '';
  const reader = stdout.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    said += new TextDecoder().decode(piece.value);
    const url = /^Millwright listening on (\S+)$/m.exec(said)?.[1];
    if (url) return url;
  }
  throw new Error(`It ended before it listened: ${said}`);
}
