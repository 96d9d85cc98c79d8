import { afterAll } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const projectRoot = join(import.meta.dir, '../..');

export const PASSWORD = 'correct horse';

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command of the program from its source to its end. */
export const runMillwright = (...args: string[]): Promise<Ended> => runMillwrightWithEnv({}, ...args);

/** The same with more in its environment. */
export async function runMillwrightWithEnv(env: Record<string, string>, ...args: string[]): Promise<Ended> {
  const child = Bun.spawn([process.execPath, '--no-env-file', 'src/main.ts', ...args], {
    cwd: projectRoot,
    env: { ...withoutOurs(process.env), ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 120_000,
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, stdout, stderr };
}

const withoutOurs = (env: typeof process.env) =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(MILLWRIGHT_|INVOCATION_ID$|SYSTEMD_)/.test(name)),
  );

/** A `serve` that must not come up: fails when it does. */
export const expectServeToFail = (data: string, ...flags: string[]): Promise<Ended> =>
  runMillwright('serve', '--data', data, '--host', '127.0.0.1', '--port', '0', ...flags);

/** Makes the first admin of a running appliance and answers the headers of his requests. */
export async function createFirstAdmin(url: string): Promise<Record<string, string>> {
  const account = { username: 'admin', password: PASSWORD };
  const headers = { 'content-type': 'application/json' };
  await post(url, '/api/setup/create-admin', headers, { ...account, email: 'admin@plant.example' });
  const login = await post(url, '/api/auth/login', headers, account);
  return { ...headers, authorization: `Bearer ${(await readJsonResponse(login)).data.access_token}` };
}

export const post = (
  url: string,
  path: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<Response> =>
  fetch(url + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    // A box begins with a certificate of its own.
    tls: { rejectUnauthorized: false },
  });

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
export const readJsonResponse = (response: Response): Promise<any> => response.json();

/** The names of all vendors that the appliance has. */
export async function readVendorNames(url: string): Promise<Set<string>> {
  const text = await (await fetch(`${url}/api/vendors?format=csv`)).text();
  const [header = '', ...rows] = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n');
  const column = header.split(',').indexOf('vendor');
  return new Set(rows.map((row) => row.split(',')[column] ?? ''));
}

/** A directory that goes with the test file. */
export function createScratchDirectory(name: string): string {
  const path = mkdtempSync(join(tmpdir(), `millwright-${name}-`));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
